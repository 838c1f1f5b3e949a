"""Servers that cheat while a table is played: each is caught, or ends in a public status."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import json

from domain.audit.finding import Flaw
from domain.audit.verify import Receipt, Report, verify
from domain.fairness import chain
from domain.fairness.chain import first_head
from domain.fairness.draws import Draws, number
from domain.games import GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.bot_choice import choose_action
from domain.judging.codec import decode
from domain.judging.commands import play, timers
from domain.judging.decision_clock import awaited
from domain.judging.rows.row import fold_row
from domain.judging.stored import extend
from domain.kernel.game import Chance
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.commands import Bot, CallTime, Leave, Sit
from domain.table.state import Closed
from ludotheque.laws.random_play import EVENTFUL
from openapi.clients import verify as one_file
from tests.support.cheating.incidents import Incidents
from tests.support.histories.verifiers import by_one_file

SIX = 5  # the face that the operator wants, counted from 0


async def _played(game: str, bot: Bot = "random") -> tuple[Incidents, bytes]:
    table = Incidents(game, bot)
    await table.run()
    return table, await table.bundle()


EVERY_EVENTFUL_GAME = pytest.mark.parametrize("key", EVENTFUL)


def played(game: str, bot: Bot = "random") -> bytes:
    return asyncio.run(_played(game, bot))[1]


def flaw_of(report: Report) -> Flaw:
    assert report.verdict == "FAIL"
    assert report.flaw is not None
    return report.flaw


def first_version(content: bytes, kind: str) -> int:
    """Return the version of the first event of this type."""
    lines = [json.decode(line) for line in content.splitlines()]
    return 1 + [line["event"]["type"] for line in lines if "event" in line].index(kind)


def check_wrong_luck(content: bytes) -> None:
    """Both verifiers name the first draw of the table, and the field that is wrong."""
    first = first_version(content, "table.luck_drawn")
    flaw = flaw_of(verify(content))
    assert (flaw.check, flaw.version, flaw.line) == ("luck", first, first + 1)
    assert flaw.field == "event.data.draws"
    with pytest.raises(one_file.Wrong) as found:
        one_file.verify(content.decode())
    assert (found.value.version, found.value.line) == (first, first + 1)
    assert found.value.field.startswith("event.data.draws")


@EVERY_EVENTFUL_GAME
def test_luck_that_was_ground_after_the_shares_were_known_is_caught(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server keeps its commitment, but draws with a seed that it likes better."""

    def ground(table: str, own: bytes, shares: Iterable[bytes]) -> bytes:
        known = [*shares]
        keys = (chain.mix(table, bytes([n]) * 32, known) for n in range(256))
        return next(k for k in keys if number(k, "die:0:-:1", 6) == SIX)

    with monkeypatch.context() as crooked:
        crooked.setattr(play, "mix", ground)
        content = played(key)
    check_wrong_luck(content)


@EVERY_EVENTFUL_GAME
def test_a_mix_without_an_honest_share_is_caught(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server leaves the share of a player out of the luck, after the start."""

    def without_first(table: str, own: bytes, shares: Iterable[bytes]) -> bytes:
        return chain.mix(table, own, [b"", *[*shares][1:]])

    with monkeypatch.context() as crooked:
        crooked.setattr(play, "mix", without_first)
        content = played(key)
    check_wrong_luck(content)


@EVERY_EVENTFUL_GAME
def test_a_reveal_that_the_server_misses_ends_in_public_and_deals_nothing(key: str) -> None:
    """The operator knows what would be dealt, and refuses: another try, but a counted one."""

    async def miss() -> tuple[bytes, Incidents]:
        table = Incidents(key)
        honest = table.players[1]

        async def ask(who: Any, command: Any, own: Any = table.ask) -> None:
            if who == ByPlayer(honest) and type(command).__name__ == "RevealLuck":
                table.world.wait(30_000)
                who, command = ByClock(), CallTime()
            await own(who, command)

        table.ask = ask  # type: ignore[method-assign, assignment]
        await table.sit_down()
        return await table.bundle(), table

    content, table = asyncio.run(miss())
    state = asyncio.run(table.tables.find(table.table)).state
    assert isinstance(state, Closed)
    assert (state.reason, state.play) == ("withheld", None)
    report = verify(content)
    assert (report.verdict, report.status, report.draws) == ("PASS", "withheld", 0)
    assert by_one_file(content) is None
    stored = asyncio.run(table.stored())
    row = fold_row(None, [decode(event) for event in stored.events])
    assert row is not None
    assert (row.status, row.withheld) == ("withheld", (table.players[1],))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@EVERY_EVENTFUL_GAME
def test_a_bot_that_the_operator_steers_is_caught(
    key: str, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server plays the last listed action of its bot, but records the draw of the luck."""
    assert verify(played(key, bot)).verdict == "PASS"

    def steered(state: Any, seat: int, chance: Chance) -> Any:
        chosen = choose_action(state, seat, chance)
        actions = GAMES[key].legal(state.play, seat)
        return actions[-1] if actions[-1] != chosen else actions[0]

    with monkeypatch.context() as crooked:
        crooked.setattr(play, "choose_action", steered)
        content = played(key, bot)
    flaw = flaw_of(verify(content))
    assert (flaw.check, flaw.field) == ("rules", "command.command")
    assert "luck of the table" in flaw.why


@EVERY_EVENTFUL_GAME
def test_events_in_between_do_not_change_what_a_bot_plays(key: str) -> None:
    """An operator cannot try other versions until the bot plays what is wanted."""

    async def moves(bumps: int) -> list[Any]:
        table = Incidents(key)
        await table.sit_down()
        found: list[Any] = []
        for _ in range(40):
            state = await table.running()
            seat = min(awaited(state))
            for _ in range(bumps):
                await table.ask(ByPlayer(table.players[1]), Leave(1))
                await table.ask(ByPlayer(table.players[1]), Sit())
            receipt = await table.play(seat)
            if seat in state.bots:
                found.append([each.recorded.event for each in receipt.events])
                break
        return found

    first, bumped = asyncio.run(moves(0)), asyncio.run(moves(2))
    assert first
    assert without_deadlines(bumped[0]) == without_deadlines(first[0])


def without_deadlines(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, DecisionOpened)]


def test_a_time_out_of_one_seat_does_not_shift_the_dice_of_another() -> None:
    """The draws of a seat depend on decision and seat, not on what was drawn before."""
    key = bytes(32)
    punctual, late = Draws(lambda: key, 7, ()), Draws(lambda: key, 7, ("die:7:0", "lost:7:0"))
    assert punctual.roll(6, "die", 1) == late.roll(6, "die", 1)
    assert punctual.made == late.made
    assert Draws(lambda: key, 8, ()).made == []


@EVERY_EVENTFUL_GAME
def test_a_server_that_burns_a_draw_at_a_time_out_is_caught(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = timers.time_out_command

    def burning(game: Any, play: Any, seat: int, chance: Chance) -> Any:
        chance.below(6, "die", seat)
        return honest(game, play, seat, chance)

    with monkeypatch.context() as crooked:
        crooked.setattr(timers, "time_out_command", burning)
        content = played(key)
    flaw = flaw_of(verify(content))
    late = first_version(content, "table.timed_out")
    assert flaw.check == "rules"
    assert flaw.version >= late  # nothing before the time-out is doubted


@EVERY_EVENTFUL_GAME
def test_a_rewritten_table_is_caught_by_a_head_that_somebody_has_kept(key: str) -> None:
    async def two_histories() -> tuple[bytes, Receipt]:
        table, content = await _played(key)
        stored = await table.stored()
        at = stored.version // 2
        head = extend(first_head(table.table), bytes(32), stored.entries[:at])  # of another chain
        return content, Receipt(at, head.hex())

    content, kept = asyncio.run(two_histories())
    assert verify(content).verdict == "PASS"
    flaw = flaw_of(verify(content, [kept]))
    assert (flaw.check, flaw.version) == ("receipts", kept.version)
