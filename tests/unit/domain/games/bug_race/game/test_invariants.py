"""INV-1 … INV-3 and legal steps over random play: whole races, and lists of steps made up."""

from functools import cache
from random import Random

import pytest

from domain.games.bug_race.commands import BugRaceCommand, BugRaceOptions, Play
from domain.games.bug_race.components import CARDS, DECKS, LEGS, Stance, start
from domain.games.bug_race.deal import settings
from domain.games.bug_race.events import BodyAdvanced, BodyFollowed, BugRaceEvent, CardPlayed
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import BODY, has_finished, stepped
from domain.games.bug_race.state import BugRaceState, Playing
from domain.games.bug_race.walking import played
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import state_after
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Seeded
from tests.support.games.bug_race.positions import holds_together, possible, reachable

SEATS = (2, 3, 4)


def some_steps(stance: Stance, legs: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """A legal list: what is possible, as long as it pleases."""
    steps: list[str] = []
    while rng.random() < 0.8:
        able = [s for s in possible(stance) if s == BODY or (s in legs and s not in steps)]
        if not able:
            break
        steps.append(rng.choice(able))
        stance = stepped(stance, steps[-1])
    return tuple(steps)


def some_command(state: BugRaceState, seat: Seat, rng: Random) -> BugRaceCommand:
    command = rng.choice(GAME.legal(state, seat))
    if isinstance(state, Playing) and isinstance(command, Play) and rng.random() < 0.5:
        stance = state.race.stances[seat]
        return Play(command.card, some_steps(stance, CARDS[command.card].legs, rng))
    return command


@cache
def random_race(seats: int, number: int) -> tuple[BugRaceEvent, ...]:
    """A race with lists of steps nobody has listed, played to its end."""
    luck, rng = Seeded(number), Random(f"{seats} {number}")
    options = BugRaceOptions(
        expert=number % 2 == 1, play_for_places=number % 3 == 0, must_move="none"
    )
    events = GAME.deal([Seated(seat) for seat in range(seats)], options, luck)
    state = GAME.initial
    told = list(events)
    while True:
        state = state_after(state, events)
        decision = GAME.decision(state)
        if decision is None:
            return tuple(told)
        seat = rng.choice(sorted(decision.awaited))
        for listed in GAME.legal(state, seat):
            assert GAME.preview(state, seat, listed)
        events = GAME.decide(state, seat, some_command(state, seat, rng), luck)
        told += events


def walked(events: tuple[BugRaceEvent, ...], seat: Seat) -> list[Stance]:
    """Every position of one bug, step by single step; each event says where it has led."""
    stances = [start()]
    for event in events:
        if isinstance(event, CardPlayed | BodyAdvanced | BodyFollowed) and event.seat == seat:
            steps = event.steps if isinstance(event, CardPlayed) else (BODY,) * event.count
            for step in steps:
                assert step in possible(stances[-1])
                stances.append(stepped(stances[-1], step))
            assert stances[-1] == event.stance
    return stances


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "BR-15", "BR-16", "BR-19")
@pytest.mark.parametrize("seats", SEATS)
def test_in_random_play_every_single_step_leaves_the_bug_together(seats: int) -> None:
    finished = 0
    for number in range(4):
        for seat in range(seats):
            stances = walked(random_race(seats, number), seat)
            assert all(holds_together(stance) for stance in stances)
            finished += has_finished(stances[-1], settings(BugRaceOptions()).track)
    assert finished >= 4


@pytest.mark.rule("BR-17", "BR-35", "INV-1", "INV-2", "INV-3")
def test_any_list_of_steps_is_carried_out_whole_or_fails_at_its_first_impossible_step() -> None:
    rng, rules = Random(7), settings(BugRaceOptions(must_move="none"))
    carried_out = 0
    for stance in reachable():
        for _ in range(6):
            card = rng.choice(DECKS["standard"])
            steps = tuple(rng.choices((*CARDS[card].legs, *LEGS, BODY, BODY), k=rng.randrange(5)))
            first = first_impossible(stance, CARDS[card].legs, steps)
            if first is None:
                moved = played(stance, card, steps, rules)
                assert moved.steps == steps
                assert holds_together(moved.stance)
                carried_out += 1
                continue
            with pytest.raises(Rejected, match=f": At index {first}: ") as refusal:
                played(stance, card, steps, rules)
            assert refusal.value.field == f"steps[{first}]"
    assert carried_out > 500


def first_impossible(stance: Stance, legs: tuple[str, ...], steps: tuple[str, ...]) -> int | None:
    for index, step in enumerate(steps):
        shown = step == BODY or (step in legs and step not in steps[:index])
        if not shown or step not in possible(stance):
            return index
        stance = stepped(stance, step)
        assert holds_together(stance)
    return None
