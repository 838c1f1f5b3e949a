"""Nobody's dice depend on when others answer: neither on their order nor on a time-out."""

import asyncio
from typing import Any

import pytest

from domain.judging.actors import ByClock
from domain.judging.codec import decode
from domain.judging.decision_clock import awaited
from domain.kernel.ids import Seat, millis
from domain.table.commands import CallTime
from domain.table.opening_events import LuckDrawn
from tests.support.cheating.incidents import Incidents

TOGETHER = ("asterix", "bug_race", "gasterospeed")  # games in which several seats answer at once
WITH_BOTS = ("asterix", "bug_race")  # of these, games in which a bot draws beside people
DECISIONS = 6
FURTHER = 20  # answers after such a decision


class Answers(Incidents):
    """A table that plays by the first legal action up to a decision of several people."""

    async def people_asked(self) -> list[Seat]:
        state = await self.running()
        return [seat for seat in sorted(awaited(state)) if seat not in state.bots]

    async def number(self) -> int:
        decision = (await self.running()).decision
        assert decision is not None
        return decision.number

    async def play_to(self, nth: int) -> list[Seat]:
        """Play until the nth decision of several people is open; return these people."""
        await self.sit_down()
        seen: set[int] = set()
        while True:
            asked = await self.people_asked()
            if len(asked) > 1:
                seen.add(await self.number())
                if len(seen) == nth:
                    return asked
            await self.answer(asked[0]) if asked else await self.next_person()

    async def answer(self, seat: Seat) -> None:
        await self.play(seat)

    async def miss(self) -> None:
        """Let the first person who has not answered miss the deadline."""
        decision = (await self.running()).decision
        assert decision is not None
        assert decision.deadline is not None
        self.world.wait(max(0, millis(decision.deadline) - self.world.now()))
        await self.ask(ByClock(), CallTime())

    async def bots(self, number: int) -> None:
        while await self.number() == number and not await self.people_asked():
            await self.next_person()

    async def draws(self, number: int) -> dict[str, Any]:
        """Return what was drawn under this decision and later ones, by label."""
        events = [decode(event).event for event in (await self.stored()).events]
        drawn = [draw for event in events if isinstance(event, LuckDrawn) for draw in event.draws]
        return {d.label: d.got for d in drawn if int(d.label.rsplit(":", 3)[1]) >= number}


def in_order(game: str, nth: int, backwards: bool) -> dict[str, Any]:
    async def play() -> dict[str, Any]:
        table = Answers(game)
        asked = await table.play_to(nth)
        number = await table.number()
        for seat in asked[::-1] if backwards else asked:
            await table.answer(seat)
        await table.bots(number)
        for _ in range(FURTHER):
            again = await table.people_asked()
            await (table.answer(again[0]) if again else table.next_person())
        return await table.draws(number)

    return asyncio.run(play())


def with_late(game: str, nth: int, late: bool) -> dict[str, Any]:
    """Return the draws of a decision; the last person answers first, the first one may be late."""

    async def play() -> dict[str, Any]:
        table = Answers(game)
        asked = await table.play_to(nth)
        number = await table.number()
        for seat in asked[:0:-1]:
            await table.answer(seat)
        await (table.miss() if late else table.answer(asked[0]))
        await table.bots(number)
        found = await table.draws(number)
        return {name: got for name, got in found.items() if f":{number}:{asked[0]}:" not in name}

    return asyncio.run(play())


@pytest.mark.parametrize("game", TOGETHER)
def test_the_order_of_answers_does_not_change_what_is_drawn(game: str) -> None:
    drawn = 0
    for nth in range(1, DECISIONS + 1):
        found = in_order(game, nth, backwards=False)
        assert in_order(game, nth, backwards=True) == found
        drawn += len(found)
    assert drawn > 0


@pytest.mark.parametrize("game", WITH_BOTS)
def test_a_time_out_does_not_change_what_others_draw(game: str) -> None:
    """The same label always gives the same draw; the dice of others have the same labels."""
    drawn = 0
    for nth in range(1, DECISIONS + 1):
        punctual, late = with_late(game, nth, late=False), with_late(game, nth, late=True)
        both = punctual.keys() & late.keys()
        assert {label: punctual[label] for label in both} == {label: late[label] for label in both}
        own = {label for label in punctual.keys() ^ late.keys() if ":-:" not in label}
        assert own == set(), nth
        drawn += len(both)
    assert drawn > 0
