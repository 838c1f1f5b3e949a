"""What the laws need to know of this game: its pieces, and which of them are hidden from whom."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from domain.games.gumball_rally.components import BOX, CARDS, DANGERS, Danger
from domain.games.gumball_rally.state import Finished, NotLinedUp, Racing, RallyState
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.support.documents.board_ids import Ids, ids
from tests.support.histories.golden import recorded_events

# Ids that may stand for each other wherever they are hidden.
ALIKE: tuple[frozenset[str], ...] = (
    frozenset(CARDS),
    frozenset(danger for danger, face in DANGERS.items() if face.kind == "colour"),
)


def pieces(state: RallyState) -> list[str]:
    """Every card of the rally, wherever it lies."""
    match state:
        case NotLinedUp():
            return []
        case Finished(race=race):
            return pieces(race)
        case Racing():
            hands = [card for hand in state.hands for card in hand]
            under = [card for card in state.played if card is not None]
            race_cards = [*hands, *under, *state.pile, *state.discards, *state.aside]
            return [*race_cards, *state.stack, *state.boxed, *state.revealed, *state.buggies]


def twin(state: RallyState, seat: Seat | None, rng: Random) -> RallyState:
    """The same rally to the eyes of `seat`, with everything hidden from it dealt anew."""
    if not isinstance(state, Racing):
        return state
    others = [each for each in range(len(state.hands)) if each != seat]
    cards = [*state.pile, *(card for each in others for card in state.hands[each])]
    rng.shuffle(cards)
    deck = iter(cards)
    pile = tuple(next(deck) for _ in state.pile)
    hands = tuple(
        hand if each == seat else tuple(next(deck) for _ in hand)
        for each, hand in enumerate(state.hands)
    )
    dangers = [d for d in (*state.stack, *state.boxed) if DANGERS[d].kind == "colour"]
    rng.shuffle(dangers)
    left = iter(dangers)
    stack = tuple(
        next(left) if DANGERS[d].kind == "colour" else d
        for block in _blocks(state.stack)
        for d in rng.sample(block, len(block))
    )
    return replace(state, hands=hands, pile=pile, stack=stack, boxed=tuple(left))


def _blocks(stack: Sequence[Danger]) -> list[Sequence[Danger]]:
    """Return what is left of each block (GB-13), from the top; it hides where its special lies."""
    blocks: list[Sequence[Danger]] = []
    for block in reversed(BOX.danger_stack.from_top):
        size = min(block.colour + (block.special is not None), len(stack))
        blocks.append(stack[len(stack) - size :])
        stack = stack[: len(stack) - size]
    return blocks[::-1]


DRAWN: dict[str, Ids] = {
    **dict.fromkeys(("colours", "race_symbols", "danger_symbols"), ids("suits", "colour")),
    "buggies": ids("buggies"),
    "dangers": ids("danger_cards", "kind"),
}
COLOURED = ("colours", "buggies")


def events() -> list[Event]:
    """Return the events of the golden histories; some are too rare for random play."""
    return recorded_events("gumball_rally")
