"""Whole races at random and by bots: what must hold at every single event."""

import time
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.gasterospeed.commands import GasteroOptions, Hesitate
from domain.games.gasterospeed.components import CIRCUITS, deck
from domain.games.gasterospeed.events import RaceScored
from domain.games.gasterospeed.events_of_snails import SnailMoved
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.scoring import race_points
from domain.games.gasterospeed.state import Finished, Racing
from domain.kernel.game import Seated
from domain.kernel.messages import Event
from tests.domain.games.gasterospeed.conserved import REWARDS, pieces
from tests.support.luck import Seeded

SEATS = (2, 3, 4, 6)


def sound(race: Racing, event: Event) -> None:
    """GS-14, GS-82, and every card in one place."""
    if not race.race:
        return
    if not isinstance(event, SnailMoved):  # whoever crosses the line is off with the next event
        cells = [snail.cell for snail in race.snails if snail.cell is not None]
        assert len({*cells}) == len(cells)
    cards = [piece for piece in pieces(race) if not piece.startswith("snail")]
    assert len(cards) == race.settings.cards
    if race.turn and not event.type.endswith("shell_lost"):
        assert all(snail.shells > 0 for snail in race.snails if snail.status == "active")


def raced(
    seats: int, number: int, careful: bool = True, rewards: tuple[str, ...] = (), **options: Any
) -> Finished:
    """A whole championship; careful players never hesitate."""
    luck, rng = Seeded(number), Random(number)
    chosen = msgspec.convert(options, GasteroOptions)
    seated = [Seated(0, rewards=rewards), *(Seated(seat) for seat in range(1, seats))]
    state: Any = GAME.initial
    events = GAME.deal(seated, chosen, luck)
    while True:
        for event in events:
            state = GAME.evolve(state, event)
            if isinstance(state, Racing):
                sound(state, event)
            if isinstance(event, RaceScored):
                assert event.points == race_points(event.places, (9, 6, 4, 3, 2, 1))
        decision = GAME.decision(state)
        if decision is None:
            assert isinstance(state, Finished)
            return state
        seat = rng.choice(sorted(decision.awaited))
        actions = GAME.legal(state, seat)
        if careful and len(actions) > 1:
            actions = tuple(each for each in actions if not isinstance(each, Hesitate))
        events = GAME.decide(state, seat, rng.choice(actions), luck)


@pytest.mark.parametrize("circuit", CIRCUITS)
def test_random_races_are_sound_and_end_on_every_circuit(circuit: str) -> None:
    for seats in SEATS:
        end = raced(seats, seats, circuits=[circuit], turn_limit=25)
        assert len(end.last.results) == 1
        assert Counter(pieces(end.last)) == Counter(
            [*deck(88), *(f"snail {n}" for n in range(len(end.last.snails)))]
        )


def combinations(rng: Random) -> dict[str, Any]:
    """Options at random, as they are allowed together (GS-110)."""
    piles = rng.choice(((), ("chou_ma_chere",), ("fangio_de_la_prairie",), ("fangio", "radis")))
    names = {"fangio": "fangio_de_la_prairie", "radis": "radis_sale"}
    others = [
        "experopodes",
        "escargot_de_compet",
        "championnat_des_speedy",
        "championnat_des_coquillards",
        "operation_ninjagot",
        "vitesse_ou_endurance",
        "retour_vs_bousculade",
    ]
    chosen = {name: True for name in others if rng.random() < 0.5}
    chosen |= {names.get(name, name): True for name in piles}
    return chosen | {"deck": rng.choice((80, 88)), "cross_ronces_shells": rng.choice((3, 5))}


@pytest.mark.rule("GS-110")
@pytest.mark.parametrize("number", range(12))
def test_all_allowed_combinations_of_options_can_be_played(number: int) -> None:
    rng = Random(number)
    for _ in range(3):
        options = combinations(rng)
        circuits = rng.sample([*CIRCUITS], 2)
        seats = rng.choice(SEATS)
        raced(seats, number, rewards=REWARDS, circuits=circuits, turn_limit=4, **options)


def test_a_random_race_of_six_is_quick() -> None:
    """150 ms is the aim on a quiet machine; here only that it is not many times that."""
    took = []
    for number in range(3):
        began = time.process_time()
        raced(6, number, circuits=["paquerette_derby"])
        took.append(time.process_time() - began)
    assert sorted(took)[1] < 2


def test_careless_players_end_their_races_too() -> None:
    for seats in SEATS:
        raced(seats, seats, careful=False, circuits=["star_got"])
