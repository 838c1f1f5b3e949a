"""What can be said of every game of four rounds, at every seat count."""

from collections import Counter
from functools import lru_cache
from random import Random
from typing import NamedTuple

import pytest

from domain.games.asterix.commands import AsterixOptions
from domain.games.asterix.components import DECK, hand_of
from domain.games.asterix.events import AsterixEvent, HandTaken, RoundBegan, RoundEnded, RoundScored
from domain.games.asterix.game import GAME
from domain.games.asterix.state import AsterixState, Finished, Looking, Playing
from domain.games.asterix.trick_events import CardTurned
from domain.kernel.game import Seated
from domain.kernel.messages import state_after
from ludotheque.testing.spec import Seeded


class Moment(NamedTuple):
    """An event, and the village right after it."""

    event: AsterixEvent
    after: AsterixState


@lru_cache
def whole_game(players: int, number: int, options: AsterixOptions) -> tuple[Moment, ...]:
    luck, rng = Seeded(number), Random(f"village {players} {number}")
    moments: list[Moment] = []
    state: AsterixState = GAME.initial
    told = GAME.deal([Seated(seat) for seat in range(players)], options, luck)
    while True:
        for event in told:
            state = state_after(state, [event])
            moments.append(Moment(event, state))
        decision = GAME.decision(state)
        if decision is None:
            return tuple(moments)
        seat = rng.choice(sorted(decision.awaited))
        told = GAME.decide(state, seat, rng.choice(GAME.legal(state, seat)), luck)


FOUR_ROUNDS = AsterixOptions()
OWN_PIRATES = AsterixOptions(auto_pirates=False, full_tie="escape")
EVERY_GAME = pytest.mark.parametrize(
    ("players", "options"),
    [(players, options) for players in range(2, 6) for options in (FOUR_ROUNDS, OWN_PIRATES)],
)


def moments(players: int, options: AsterixOptions) -> tuple[Moment, ...]:
    return whole_game(players, 1, options)


def dealt(players: int, options: AsterixOptions) -> tuple[Moment, ...]:
    """From the moment on at which everybody has cards."""
    game = moments(players, options)
    start = next(n for n, moment in enumerate(game) if isinstance(moment.event, RoundBegan))
    return game[start:]


@pytest.mark.rule("AX-8.16")
@EVERY_GAME
def test_the_deck_is_always_fifty_and_scores_are_never_negative(
    players: int, options: AsterixOptions
) -> None:
    for moment in dealt(players, options):
        state = moment.after
        village = state.village if isinstance(state, Finished) else state
        assert isinstance(village, Playing)
        lying = [*village.deck, *village.escaped, *(c for each in village.captures for c in each)]
        lying += [village.visible] if village.visible else []
        lying += [village.phase.card] if isinstance(village.phase, Looking) else []
        assert sorted(lying) == sorted(DECK)
        assert all(total >= 0 for total in village.totals)


@pytest.mark.rule("AX-2.2", "AX-2.3", "AX-6.2")
@EVERY_GAME
def test_there_are_four_rounds_each_with_full_hands(players: int, options: AsterixOptions) -> None:
    events = [moment.event for moment in moments(players, options)]
    assert [e.round for e in events if isinstance(e, RoundBegan)] == [1, 2, 3, 4]
    assert [e.round for e in events if isinstance(e, RoundEnded)] == [1, 2, 3, 4]
    taken = Counter(event for event in events if isinstance(event, HandTaken))
    villagers = ("AST", "OBE", "ABR", "ASS", "PAN")[:players]
    assert taken == {HandTaken(s, hand_of(who)): 4 for s, who in enumerate(villagers)}  # type: ignore[arg-type]


@pytest.mark.rule("AX-7.5")
@EVERY_GAME
def test_the_total_is_the_sum_of_the_rounds(players: int, options: AsterixOptions) -> None:
    scored = [m.event for m in moments(players, options) if isinstance(m.event, RoundScored)]
    for seat in range(players):
        assert scored[-1].totals[seat] == sum(e.scores[seat].points for e in scored)
    assert all(s.points == s.values + s.bonuses for e in scored for s in e.scores)


@pytest.mark.rule("AX-5.8", "AX-6.1", "AX-6.2")
@EVERY_GAME
def test_whenever_a_card_is_turned_up_two_or_more_have_cards_and_each_of_them_a_gaul(
    players: int, options: AsterixOptions
) -> None:
    for moment in moments(players, options):
        if isinstance(moment.event, CardTurned):
            assert isinstance(moment.after, Playing)
            held = [hand for hand in moment.after.hands if hand]
            assert len(held) >= 2
            assert all(not hand[0].endswith("IDF") for hand in held)
