"""What the laws need to know of this game: its pieces, and which of them are hidden from whom."""

from random import Random

from msgspec.structs import replace

from domain.games.asterix import rules
from domain.games.asterix.components import CHARACTERS, DECK, GAULS, Card
from domain.games.asterix.state import (
    AsterixState,
    Finished,
    Looking,
    NotGathered,
    Phase,
    Playing,
    Selecting,
)
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.support.documents.board_ids import Ids, ids
from tests.support.histories.golden import recorded_events

# Ids that may stand for each other wherever they are hidden.
ALIKE: tuple[frozenset[str], ...] = (
    frozenset(DECK),
    *(frozenset(c for c, face in GAULS.items() if face.character == who) for who in CHARACTERS),
)
SHORT = {"rounds": 1}  # what comes with a second round has tests of its own


def pieces(state: AsterixState) -> list[str]:
    """AX-8.16: every card of the game, wherever it lies."""
    match state:
        case NotGathered():
            return []
        case Finished(village=village):
            return pieces(village)
        case Playing():
            visible = [] if state.visible is None else [state.visible]
            looked = [state.phase.card] if isinstance(state.phase, Looking) else []
            piles = (*state.hands, *state.discards, *state.captures)
            lying = [card for pile in piles for card in pile]
            return [*lying, *state.deck, *visible, *looked, *state.escaped, *state.characters]


def twin(state: AsterixState, seat: Seat | None, rng: Random) -> AsterixState:
    """The same village to the eyes of `seat`, with everything hidden from it dealt anew."""
    if not isinstance(state, Playing):
        return state
    if isinstance(state.phase, Looking) and state.phase.seat != seat:
        cards = [state.phase.card, *state.deck]
        rng.shuffle(cards)
        return replace(state, deck=tuple(cards[1:]), phase=replace(state.phase, card=cards[0]))
    deck = tuple(rng.sample(state.deck, len(state.deck)))
    return replace(state, deck=deck, phase=_chosen_anew(state, seat, rng))


def _chosen_anew(state: Playing, seat: Seat | None, rng: Random) -> Phase:
    phase = state.phase
    if not isinstance(phase, Selecting):
        return phase

    def anew(each: Seat, chosen: Card | None) -> Card | None:
        if chosen is None or each == seat:
            return chosen
        return rng.choice(rules.playable(state, phase, each))

    return replace(phase, chosen=tuple(anew(*pair) for pair in enumerate(phase.chosen)))


DRAWN: dict[str, Ids] = {
    "characters": ids("characters"),
    "ranks": ids("ranks", "value"),
    "pirates": ids("pirates"),
}
COLOURED = ("characters",)


def events() -> list[Event]:
    """Return the events of the golden histories; some are too rare for random play."""
    return recorded_events("asterix")
