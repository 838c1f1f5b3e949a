"""The data folder of release 0.3.0 holds what its list says, so that an upgrade has a start.

The keys are written here as 0.3.0 named them, and not taken from the code, which changes.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from domain.audit.bundle import parse
from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.games import GAMES
from store.archive.segment import read_named
from store.client.format import OtherFormat
from store.connect import Store
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of
from tests.golden.data_folder.listing import Listing, listing, unpack
from tests.support.histories.bundles import history_bundle
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import KINDS, running

VERSION = "0.3.0"
OF_EACH_GAME = {"archived", "archived, private", "finished", "running", "open"}
STATUSES = {"open", "running", "finished", "resigned", "agreed", "cancelled", "terminated"}


@pytest.fixture(scope="module")
def listed() -> Listing:
    return listing(VERSION)


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(VERSION, tmp_path_factory.mktemp("release") / "var")


@pytest.fixture(scope="module", params=KINDS)
def redis(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """A server of each kind, on a copy of its own."""
    store = unpack(VERSION, tmp_path_factory.mktemp("release") / "var") / "store"
    with running(request.param, store) as server, Redis.from_url(server.url) as client:
        yield client


def partition(table: str) -> str:
    return f"{{p{sha256(table.encode()).digest()[0] >> 2:02}}}"


def test_it_has_tables_of_each_game_and_of_each_kind(listed: Listing) -> None:
    for key in GAMES:
        assert {table.what for table in listed.tables if table.game == key} >= OF_EACH_GAME
    assert {table.status for table in listed.tables} == STATUSES
    assert all(listed.standings.values())


def test_the_store_has_every_table_that_is_not_archived(listed: Listing, redis: Any) -> None:
    for table in listed.tables:
        name = f"{partition(table.id)}:table:{table.id}"
        version, head = redis.hmget(f"{name}:meta", "v", "h")
        if table.archived:
            assert (version, head) == (None, None)
            assert redis.hexists(f"{partition(table.id)}:gone", table.id)
        else:
            assert (int(version), head.hex()) == (table.version, table.head)
            assert redis.xlen(f"{name}:events") == table.version


def test_the_archive_has_the_others(listed: Listing, var: Path) -> None:
    found: dict[str, tuple[int, str]] = {}
    for name in listed.segments:
        footer, tables = read_named((var / "archive" / "segments" / name).read_bytes(), name)
        for located, stored in zip(footer.tables, tables, strict=True):
            found[located.archived.row.table] = (stored.version, stored.head.hex())
    archived = [table for table in listed.tables if table.archived]
    assert found == {table.id: (table.version, table.head) for table in archived}


def test_its_archived_histories_are_served_and_judged_in_their_format(
    listed: Listing, var: Path
) -> None:
    formats = set()
    for name in listed.segments:
        footer, tables = read_named((var / "archive" / "segments" / name).read_bytes(), name)
        known = {
            located.archived.table: stored
            for located, stored in zip(footer.tables, tables, strict=True)
        }
        for table, stored in known.items():
            if b'"type":"table.forked"' in b"".join(stored.events):
                continue  # its parent is in another segment
            flaw = find_flaw(table, stored)
            if b'"game":"bug_race"' not in stored.events[0]:  # the edition of that game has ended
                assert flaw is not None
                assert flaw.check == "unknown_rules"
                continue
            assert flaw is None
            content = history_bundle(table, stored)
            report = verify(content)
            assert (report.verdict, report.head) == ("PASS", stored.head.hex())
            formats.add(parse(content).format.name)
    assert formats == {"ludotheque/history/2"}


@pytest.mark.anyio
async def test_this_release_refuses_the_store_and_changes_nothing(redis: Any) -> None:
    before = {key: redis.dump(key) for key in redis.keys("*")}
    path = redis.connection_pool.connection_kwargs["path"]
    store = Store(f"unix://{path}?db=0", PATIENCE)
    try:
        with pytest.raises(OtherFormat, match="an earlier format"):
            await store.require_format()
        refusal = (await store.facts()).refusal
        assert refusal is not None
        assert "Delete nothing" in refusal
        with pytest.raises(OtherFormat):
            await store.log.install_functions()
    finally:
        await store.aclose()
    assert {key: redis.dump(key) for key in redis.keys("*")} == before


def test_the_public_log_has_the_checkpoint(listed: Listing, var: Path) -> None:
    folder = LogFolder(var / "log")
    assert folder.checkpoint() == listed.checkpoint.encode()
    keys = open_identity_of(var / "log", var / "log" / "keys", None)
    current = folder.current(keys.verifiers[0])
    assert (current.size, current.root) == (folder.size(), folder.tree().root())
    assert current.size >= sum(table.status != "open" for table in listed.tables)


def test_the_store_has_the_players_with_their_tokens(listed: Listing, redis: Any) -> None:
    for known in listed.players.values():
        tokens = {"own": known.token, **known.tokens}
        kept = {
            name
            for name, token in tokens.items()
            if redis.exists(f"{{accounts}}:token:{sha256(token.encode()).hexdigest()}")
        }
        assert kept == (set() if known.name is None else set(tokens) - {"revoked"})
        name = redis.hget(f"{{accounts}}:player:{known.id}", "name")
        assert (name and name.decode()) == known.name
        assert redis.scard(f"{{accounts}}:codes:{known.id}") == max(0, len(known.codes) - 1)


def test_the_store_has_webhooks_audits_and_acts(listed: Listing, redis: Any) -> None:
    for webhook, owner in listed.webhooks.items():
        key = f"{{webhooks}}:owner:{listed.players[owner].id}"
        assert redis.sismember(key, webhook)
    for audit, head in listed.audits.items():
        assert head.encode() in redis.hget(f"{{audits}}:audit:{audit}", "report")
    assert redis.xlen("{administration}:acts") == listed.acts


def test_it_reveals_nothing_of_the_machine_that_made_it(var: Path) -> None:
    for path in var.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            told = [word for word in (b"/tmp/", b"/home/", b"hostname") if word in content]
            assert told == [], path.name
