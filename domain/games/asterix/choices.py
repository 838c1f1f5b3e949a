"""The open question and its answers: who is asked, what is legal, what a time-out plays."""

from domain.games.asterix import rules
from domain.games.asterix.commands import AsterixCommand, Idefix, Pirates, Play
from domain.games.asterix.components import BOX, GAULS, PIRATES, ROMANS
from domain.games.asterix.rules import best_freeing, freeings
from domain.games.asterix.state import (
    AsterixState,
    Finished,
    Freeing,
    Looking,
    Playing,
    Selecting,
    Settling,
)
from domain.kernel.game import Decision, OpenParameter, Outcome
from domain.kernel.ids import Seat

PLAYS = {card: Play(card) for card in (*GAULS, *(idefix.id for idefix in BOX.idefix))}


def decision(state: AsterixState) -> Decision | None:
    """AX-8.1 … AX-8.4. The deck shrinks with every card, so its size tells questions apart."""
    if not isinstance(state, Playing):
        return None
    phase = state.phase
    if isinstance(phase, Selecting):
        key = f"play:{state.round}:{len(state.deck)}{':again' * phase.only_idefix}"
        return Decision(key, "play", frozenset(rules.undecided(state, phase)))
    match phase:
        case Looking(seat=seat):
            key = f"idefix:{state.round}:{len(state.deck)}"
            return Decision(key, "idefix", frozenset((seat,)))
        case Freeing(awaited=awaited):
            return Decision(f"pirates:{state.round}", "pirates", awaited)
        case Settling():
            return None


def legal(state: AsterixState, seat: Seat) -> tuple[AsterixCommand, ...]:
    """AX-8.13 … AX-8.15; also for those who may still change their choice."""
    if not isinstance(state, Playing):
        return ()
    phase = state.phase
    if isinstance(phase, Selecting):
        return tuple([PLAYS[card] for card in rules.playable(state, phase, seat)])
    match phase:
        case Looking(seat=looker) if looker == seat:
            others = (other for other in range(len(state.hands)) if other != seat)
            return (Idefix(seat), *(Idefix(other) for other in others))
        case Freeing(awaited=awaited) if seat in awaited:
            ways = freeings(state.captures[seat], state.bonuses)
            return tuple(Pirates(sequence) for sequence in ways)
        case _:
            return ()


def open_parameters(state: AsterixState, seat: Seat) -> tuple[OpenParameter, ...]:
    """AX-8.15: the list has one sequence for each outcome, and there may be others."""
    if not isinstance(state, Playing) or not isinstance(state.phase, Freeing):
        return ()
    if seat not in state.phase.awaited:
        return ()
    return (OpenParameter("asterix.pirates", "sequence", SEQUENCE),)


SEQUENCE = {
    "type": "array",
    "maxItems": len(BOX.pirates),
    "items": {
        "type": "object",
        "properties": {
            "pirate": {"type": "string", "enum": list(PIRATES)},
            "roman": {"type": "string", "enum": list(ROMANS)},
        },
        "required": ["pirate"],
        "additionalProperties": False,
    },
}


def default(state: AsterixState, seat: Seat) -> AsterixCommand:
    """AX-9.1 … AX-9.3"""
    assert isinstance(state, Playing)
    match state.phase:
        case Looking():
            return Idefix(seat)
        case Freeing():
            return Pirates(best_freeing(state.captures[seat], state.bonuses))
        case _:
            return Play(rules.lowest_gaul(state.hands[seat]))


def outcome(state: AsterixState) -> Outcome | None:
    """AX-7.5"""
    if not isinstance(state, Finished):
        return None
    return Outcome(state.places, state.village.totals)
