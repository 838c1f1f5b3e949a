"""Whole races at random and by bots: what must hold at every single event."""

import time
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.gasterospeed import choices
from domain.games.gasterospeed.commands import GasteroOptions
from domain.games.gasterospeed.components import CIRCUITS, deck
from domain.games.gasterospeed.event_types.championship import RaceScored
from domain.games.gasterospeed.event_types.snails import ShellLost, SnailMoved
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.scoring import race_points
from domain.games.gasterospeed.state import Finished, Racing
from domain.kernel.game import Seated
from domain.kernel.messages import Event
from ludotheque.testing.spec import Seeded
from tests.support.games.gasterospeed.knowledge import REWARDS, pieces

SEATS = (2, 3, 4, 6)


def sound(race: Racing, event: Event | None = None) -> None:
    """GS-14, GS-82, and every card in one place."""
    if not race.race:
        return
    if not isinstance(event, SnailMoved):  # whoever crosses the line is off with the next event
        cells = [snail.cell for snail in race.snails if snail.cell is not None]
        assert len({*cells}) == len(cells)
    cards = [piece for piece in pieces(race) if not piece.startswith("snail")]
    assert len(cards) == race.settings.cards
    if race.turn and not isinstance(event, ShellLost):
        assert all(snail.shells > 0 for snail in race.snails if snail.status == "active")


def raced(
    seats: int,
    number: int,
    options: dict[str, Any],
    careful: bool = True,
    rewards: tuple[str, ...] = (),
    thorough: bool = True,
) -> Finished:
    """A championship; careful players are never too slow, thorough tests look at every event."""
    luck, rng = Seeded(number), Random(number)
    chosen = msgspec.convert(options, GasteroOptions)
    seated = [Seated(0, rewards=rewards), *(Seated(seat) for seat in range(1, seats))]
    state: Any = GAME.initial
    events = GAME.deal(seated, chosen, luck)
    while True:
        for event in events:
            state = event.apply(state)
            if thorough and isinstance(state, Racing):
                sound(state, event)
            if isinstance(event, RaceScored):
                assert event.points == race_points(event.places, (9, 6, 4, 3, 2, 1))
        decision = GAME.decision(state)
        if decision is None:
            assert isinstance(state, Finished)
            return state
        seat = rng.choice(sorted(decision.awaited))
        if careful or rng.random() < 0.9:
            command = rng.choice(GAME.legal(state, seat))
        else:
            command = choices.lapse(state, seat, luck)
        events = GAME.decide(state, seat, command, luck)


@pytest.mark.parametrize("circuit", CIRCUITS)
def test_random_races_are_sound_and_end_on_every_circuit(circuit: str) -> None:
    for seats in SEATS:
        end = raced(seats, seats, {"circuits": [circuit], "turn_limit": 25})
        assert len(end.last.results) == 1
        assert Counter(pieces(end.last)) == Counter(
            [*deck(88), *(f"snail {n}" for n in range(len(end.last.snails)))]
        )


PILES: tuple[tuple[str, ...], ...] = (
    (),
    ("chou_ma_chere",),
    ("fangio_de_la_prairie",),
    ("fangio_de_la_prairie", "radis_sale"),
)
SWITCHES = (
    "escargot_de_compet",
    "championnat_des_speedy",
    "championnat_des_coquillards",
    "operation_ninjagot",
    "vitesse_ou_endurance",
    "backlash_vs_shove",
    "experopodes",
)


def every_combination() -> list[dict[str, Any]]:
    """All options that are allowed together (GS-110)."""
    switched = product((False, True), repeat=len(SWITCHES))
    return [
        dict(zip(SWITCHES, thrown, strict=True)) | dict.fromkeys(piles, True)
        for piles, thrown in product(PILES, switched)
    ]


@pytest.mark.rule("GS-110")
@pytest.mark.parametrize("part", range(8))
def test_every_allowed_combination_of_options_can_be_played(part: int) -> None:
    for number, options in enumerate(every_combination()[64 * part : 64 * part + 64]):
        options |= {"deck": (80, 88)[number % 3 == 0], "cross_ronces_shells": (3, 5)[number % 2]}
        options |= {"inner_walls": ("stop", "rail")[number % 5 == 0]}
        options |= {"optional_slipstream": number % 7 == 0}
        options |= {"circuits": ["cross_ronces"], "turn_limit": 1}
        end = raced(SEATS[number % 4], number, options, thorough=False)
        assert len(end.last.results) == (5 if options["experopodes"] else 1)
        sound(end.last)


@pytest.mark.rule("GS-110")
@pytest.mark.parametrize("number", range(8))
def test_some_of_them_with_all_rewards_for_longer(number: int) -> None:
    rng = Random(number)
    options, circuits = rng.choice(every_combination()), rng.sample([*CIRCUITS], 2)
    options |= {"circuits": circuits, "turn_limit": 5}
    raced(rng.choice(SEATS), number, options, rewards=REWARDS)


def test_a_random_race_of_six_is_quick() -> None:
    """150 ms is the aim on a quiet machine; here only that it is not many times that."""
    took = []
    for number in range(3):
        began = time.process_time()
        raced(6, number, {"circuits": ["paquerette_derby"]}, thorough=False)
        took.append(time.process_time() - began)
    assert sorted(took)[1] < 2


def test_careless_players_end_their_races_too() -> None:
    for seats in SEATS:
        raced(seats, seats, {"circuits": ["star_got"]}, careful=False)
