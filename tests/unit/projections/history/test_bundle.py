"""The audit bundle, from a table that was played at random."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import json

from application.ports.event_log import StoreUnavailable
from domain.fairness.chain import FORMAT_3
from domain.judging.stored import Entry
from domain.kernel.ids import PlayerId, TableId
from projections.history import bundle as module
from projections.history.bundle import JSON, LINES, bundle, stream_bundle
from tests.support.histories.recorded_rally import RALLY, entries, players, seen
from tests.support.stores.memory_log import MemoryLog

IN_PLAY = 9  # commands after which the play is on


def bundle_read_by(steps: int | None, player: PlayerId | None) -> Any:
    return json.decode(bundle(seen(steps), entries(steps), player))


def test_the_header_says_what_the_events_are_about() -> None:
    header = bundle_read_by(None, None)["header"]
    assert (header["format"], header["table"]) == (FORMAT_3.name, RALLY.table)
    assert header["seed"] == RALLY.seed.hex()
    assert header["version"] == len(RALLY.events)
    assert header["players"] == players(RALLY.steps[-1].after)


def test_before_the_end_neither_seed_nor_outcome_is_included() -> None:
    header = bundle_read_by(IN_PLAY, None)["header"]
    assert (header["seed"], header["outcome"], header["status"]) == (None, None, "running")
    assert RALLY.seed.hex() not in bundle(seen(IN_PLAY), entries(IN_PLAY), None).decode()


def test_before_the_end_a_player_gets_only_their_own_commands() -> None:
    anne, *_ = players(RALLY.steps[-1].after)
    assert {line["command"]["by"] for line in bundle_read_by(IN_PLAY, anne)["commands"]} == {anne}
    assert bundle_read_by(IN_PLAY, None)["commands"] == []


def test_after_the_end_every_command_is_included_with_its_events() -> None:
    commands = bundle_read_by(None, None)["commands"]
    assert len(commands) == len(RALLY.steps)
    spans = [each["command"]["last"] - each["command"]["first"] + 1 for each in commands]
    assert spans == [len(step.events) for step in RALLY.steps]


def test_after_the_end_everybody_gets_the_same() -> None:
    bundles = {bundle(seen(), entries(), who) for who in (None, "x", *players(seen().state))}
    assert len(bundles) == 1


@pytest.mark.parametrize("steps", [1, 4, IN_PLAY, None])
@pytest.mark.parametrize("seat", [None, 0])
def test_lines_and_bundle_have_the_same_content(steps: int | None, seat: int | None) -> None:
    who = None if seat is None else players(RALLY.steps[-1].after)[seat]
    whole = bundle_read_by(steps, who)
    content = bundle(seen(steps), entries(steps), who, LINES)
    parts = [json.decode(line) for line in content.splitlines()]
    assert content.endswith(b"}\n")
    assert parts == [
        {"header": whole["header"]},
        *whole["events"],
        *whole["commands"],
    ]


class Kept(MemoryLog):
    """A log that has kept the first versions of the rally."""

    def __init__(self, versions: int) -> None:
        super().__init__()
        self._versions = versions

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        most = self._versions if limit is None else min(self._versions, after + limit)
        return tuple(each for each in entries() if each.last > after and each.first <= most)


async def streamed(versions: int) -> bytes:
    return b"".join([piece async for piece in stream_bundle(Kept(versions), seen(), None, JSON)])


@pytest.mark.anyio
@pytest.mark.parametrize("at_once", [7, 500])
async def test_the_stream_of_a_long_history_is_the_bundle(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", at_once)
    assert await streamed(len(RALLY.events)) == bundle(seen(), entries(), None)


@pytest.mark.anyio
@pytest.mark.parametrize("at_once", [7, 500])
@pytest.mark.parametrize("kept", [0, 7, 20])
async def test_a_history_that_a_failover_has_made_shorter_is_not_sent(
    monkeypatch: pytest.MonkeyPatch, at_once: int, kept: int
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", at_once)
    with pytest.raises(StoreUnavailable):
        await streamed(kept)
