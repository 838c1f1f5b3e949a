"""A sound table that is still played is UNFINISHED for both verifiers, whoever reads it."""

import asyncio
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.audit.verify import verify
from domain.games import GAMES
from domain.judging.live_table import restored
from domain.judging.stored import Stored
from domain.kernel.ids import PlayerId, TableId
from openapi.clients import verify as one_file
from projections.history.bundle import LINES, bundle
from projections.seat_view.view import at_latest
from tests.support.cheating.incidents import Incidents

EVERY = 3  # commits: at so many places of a history it is read


async def _tables(game: str) -> tuple[tuple[tuple[TableId, Stored], ...], PlayerId]:
    played = Incidents(game)
    await played.run()
    return ((played.table, await played.stored()), await played.forked()), played.players[0]


def running(table: TableId, stored: Stored) -> Iterator[Stored]:
    """Yield the table as it was after some of its commits, before it closed."""
    for number, entry in enumerate(stored.entries[:-1:EVERY]):
        if entry.head:
            entries = stored.entries[: number * EVERY + 1]
            yield replace(stored, version=entry.last, head=entry.head, entries=entries)


def bundles(game: str) -> Iterator[bytes]:
    tables, player = asyncio.run(_tables(game))
    for table, stored in tables:
        for part in running(table, stored):
            seen = at_latest(restored(table, part))
            for reader in (None, player):
                yield bundle(seen, part.entries, reader, LINES, part.ancestors)


@pytest.mark.parametrize("game", GAMES)
def test_a_sound_running_table_is_unfinished_at_every_step(game: str) -> None:
    statuses = set()
    for content in bundles(game):
        report = verify(content)
        assert (report.verdict, report.flaw) == ("UNFINISHED", None)
        assert any("only after the end" in each for each in report.not_checked)
        alone = one_file.verify(content.decode())
        assert alone.word == "UNFINISHED"
        assert any("only after the end" in each for each in alone.not_checked)
        statuses.add(report.status)
    assert statuses == {"open", "running"}


@pytest.mark.parametrize("game", GAMES)
def test_a_running_table_that_is_not_sound_fails(game: str) -> None:
    """The status, a player, a leaf and a command of the reader are changed, each alone."""
    *_, content = (each for each in bundles(game) if b'"by":"' in each.splitlines()[-1])
    lines = content.splitlines(keepends=True)
    for place, old in ((0, b'"status":"'), (0, b'"players":["'), (3, b'"leaf":"'), (-1, b'"by":"')):
        begin, mark, rest = lines[place].partition(old)
        assert mark, old
        other = b"a" if rest[:1] != b"a" else b"b"
        changed = [*lines]
        changed[place] = begin + mark + other + rest[1:]
        forged = b"".join(changed)
        assert verify(forged).verdict == "FAIL", old
        with pytest.raises(one_file.Wrong):
            one_file.verify(forged.decode())
