"""The open data of a month: every public closed table, archived or not, and nobody's name."""

from pathlib import Path

import pytest
from pyarrow import parquet

from application.play.fork import fork
from domain.table.commands import ForkTable
from domain.table.state import Closed
from store.client.base import StoreClient
from store.embedded.server import EmbeddedServer
from tests.support.paths import ROOT
from tests.support.stores.archiving import Archiving
from tests.support.tables.party import Party, finished, started
from workers.export import SCHEMAS, Export

pytestmark = pytest.mark.anyio


async def closed_fork(archiving: Archiving, party: Party) -> None:
    """Fork a table, and let everybody leave the fork."""
    history = await party.history()
    at = next(e.version for e in history if e.event.type == "table.decision_opened")
    live = await fork(archiving.tables, party.host, ForkTable(party.table, at))
    await Party(archiving.tables, live.table, 3 * party.players[:1]).leave()
    assert isinstance(live.state, Closed)


def test_every_column_is_documented() -> None:
    page = (ROOT / "docs" / "archive.md").read_text()
    for name, columns in SCHEMAS.items():
        said = ", ".join(f"`{column}` {kind.rstrip('_')}" for column, kind in columns.items())
        assert f"| `{name}-2026-11.parquet` |" in page
        assert said in page


async def test_public_tables_of_the_month_are_exported(
    server: EmbeddedServer, client: StoreClient, tmp_path: Path
) -> None:
    archiving = Archiving(server.url, tmp_path)
    archived = await finished(archiving.tables)
    await archiving.archive()
    live = await finished(archiving.tables)
    private = await started(archiving.tables, private=True)
    await private.finish()
    await closed_fork(archiving, live)
    await started(archiving.tables)
    store = archiving.store
    assert store.archive is not None
    month = (await live.history())[-1].at[:7]
    report = await Export(store.scan, store.log, store.archive).run(month, tmp_path / "out")
    games, events, results = (parquet.read_table(path).to_pylist() for path in report.files)
    assert {each["table"] for each in games} == {archived.table, live.table}
    assert [*games[0]] == [*SCHEMAS["games"]]
    assert len(events) == report.events == sum(each["events"] for each in games)
    history = await live.history()
    found = [each["type"] for each in events if each["table"] == live.table]
    assert found == [recorded.event.type for recorded in history]
    places = {each["player"]: each["place"] for each in results if each["table"] == live.table}
    assert places.keys() == set(live.players)
    empty = await Export(store.scan, store.log, store.archive).run("1999-01", tmp_path / "none")
    assert (empty.tables, empty.events) == (0, 0)
    await archiving.aclose()
