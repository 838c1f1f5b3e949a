"""Law 8: the number of events and their audiences do not depend on hidden information."""

from random import Random
from typing import Any

from domain.games import GAMES
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import EVERYONE, Command, Event
from ludotheque.laws.knowledge import knowledge
from ludotheque.laws.random_play import SECRETIVE, of_every_size, played
from ludotheque.laws.test_law_07_no_leak import state
from ludotheque.testing.spec import Seeded

TRIES = 30


def alike_until_something_is_revealed(game: AnyGame, one: list[Event], other: list[Event]) -> int:
    """How many events agree in kind and audience before the public learns a difference."""
    for count, (this, that) in enumerate(zip(one, other, strict=False)):
        assert type(this) is type(that)
        assert this.audience() == that.audience()
        if this != that and this.audience() == EVERYONE:
            return count + 1
    assert len(one) == len(other)
    return len(one)


def a_twin_that_can(
    key: str, before: Any, watcher: Seat, doer: Seat, command: Command, rng: Random
) -> Any | None:
    """Return a twin that looks the same to `watcher` and in which `doer` can act the same."""
    for _ in range(TRIES):
        twin = knowledge(key).twin(before, watcher, rng)
        if twin != before and command in GAMES[key].legal(twin, doer):
            return twin
    return None


@of_every_size(SECRETIVE)
def test_the_same_command_leads_to_as_many_events_whatever_is_hidden(key: str, seats: int) -> None:
    game, rng = GAMES[key], Random(seats)
    compared = 0
    for step in played(key, seats, 0).turns:
        doer = step.who.seat
        assert doer is not None
        for watcher in {doer, (doer + 1) % seats}:
            before = state(step)
            twin = a_twin_that_can(key, before, watcher, doer, step.command, rng)
            if twin is not None:
                one = game.decide(before, doer, step.command, Seeded(1))
                other = game.decide(twin, doer, step.command, Seeded(2))
                alike_until_something_is_revealed(game, one, other)
                compared += 1
    assert compared


@of_every_size(SECRETIVE)
def test_every_deal_goes_on_alike_until_something_public_differs(key: str, seats: int) -> None:
    game = GAMES[key]
    seated = [Seated(seat) for seat in range(seats)]
    deals = [game.deal(seated, game.options(), Seeded(number)) for number in range(10)]
    for other in deals[1:]:
        assert alike_until_something_is_revealed(game, deals[0], other) > 0
