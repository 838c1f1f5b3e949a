"""What the laws need to know of this game: its pieces, and which of them are hidden from whom."""

from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from domain.games.gasterospeed.components import ACTIONS, REACTIONS, SPEEDS, Card
from domain.games.gasterospeed.state import (
    Cause,
    Finished,
    GasteroState,
    Laid,
    NotBegun,
    Racing,
    Status,
)
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.support.documents.board_ids import Ids, ids
from tests.support.histories.golden import recorded_events

# Ids that may stand for each other wherever they are hidden: colours, because whoever has only
# yellow cards has to say so; and reactions apart, because they are never laid to be executed.
ALIKE: tuple[frozenset[str], ...] = (frozenset(SPEEDS), frozenset(ACTIONS) - REACTIONS, REACTIONS)
# One short race, or the laws would take minutes.
SHORT = {"circuits": ["chicanes_carottes"], "experopodes": False, "turn_limit": 4}
REWARDS = ("reroll", "extra_card", "extra_shell")


def pieces(state: GasteroState) -> list[str]:
    """Every card of the deck, wherever it lies, and every snail."""
    match state:
        case NotBegun():
            return []
        case Finished(last=race):
            return pieces(race)
        case Racing():
            lying = [
                *state.sealed,
                *state.speeds,
                *(a for a in state.actions if a and not a.discard),
            ]
            packs = [*state.hands, *state.piles, *state.discards]
            cards = [card for pack in packs for card in pack]
            names = [f"snail {number}" for number in range(len(state.snails))]
            return [*cards, *(laid.card for laid in lying if laid and laid.card), *names]


def twin(state: GasteroState, seat: Seat | None, rng: Random) -> GasteroState:
    """The same race to the eyes of `seat`, with everything hidden from it dealt anew."""
    if not isinstance(state, Racing):
        return state
    mixed = _Mixed(state, seat, rng)
    hands = tuple(
        hand if each == seat else mixed.instead_of(hand) for each, hand in enumerate(state.hands)
    )
    piles = tuple(mixed.instead_of(pile) for pile in state.piles)
    sealed = tuple(
        laid if snail.seat == seat or laid is None else mixed.laid(laid)
        for laid, snail in zip(state.sealed, state.snails, strict=True)
    )
    return replace(state, hands=hands, piles=piles, sealed=sealed, stakes=_stakes(state, seat, rng))


def _stakes(state: Racing, seat: Seat | None, rng: Random) -> tuple[int | None, ...]:
    """Other stakes within the reserves; the second snail of a stable gets of what is left."""
    left = [*state.reserves]
    stakes = [*state.stakes]
    for number, snail in enumerate(state.snails):
        if stakes[number] is not None and snail.seat != seat:
            most = min(6, left[snail.seat])
            stake = rng.randint(1, most) if most else 0
            stakes[number] = stake
            left[snail.seat] -= stake
    return tuple(stakes)


class _Mixed:
    """The hidden cards in another order. A card is replaced by one that could lie there too."""

    def __init__(self, state: Racing, seat: Seat | None, rng: Random) -> None:
        hands = [hand for each, hand in enumerate(state.hands) if each != seat]
        lying = zip(state.sealed, state.snails, strict=True)
        sealed = [laid.card for laid, snail in lying if laid and laid.card and snail.seat != seat]
        hidden = [*sealed, *(card for pack in (*hands, *state.piles) for card in pack)]
        self._swaps: dict[Card, Card] = {}
        for alike in self._kinds(state, {*sealed}):
            cards = [card for card in hidden if card in alike]
            self._swaps |= zip(cards, rng.sample(cards, len(cards)), strict=True)

    @staticmethod
    def _kinds(state: Racing, sealed: set[Card]) -> list[frozenset[Card]]:
        """Colours are public where there are two piles, and kinds where a card has been laid."""
        if state.settings.two_piles or sealed:
            return [*ALIKE]
        return [frozenset((*SPEEDS, *ACTIONS))]

    def instead_of(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self._swaps[card] for card in cards)

    def laid(self, laid: Laid) -> Laid:
        return laid if laid.card is None else replace(laid, card=self._swaps[laid.card])


def _glyphs(data: dict[str, Any]) -> set[str]:
    return {each for circuit in data["circuits"] for row in circuit["map"] for each in row}


def _with_obstacles(data: dict[str, Any]) -> set[str]:
    return {each["id"] for each in data["circuits"] if any("O" in row for row in each["map"])}


DRAWN: dict[str, Ids] = {
    "actions": ids("action_cards"),
    "circuits": ids("circuits"),
    "obstacles": _with_obstacles,
    "legend": _glyphs,
    "statuses": lambda _: set(get_args(Status)),
    "causes": lambda _: set(get_args(Cause)),
    "snails": ids("snails"),
}
EXPLAINED = ("actions", "circuits")
COLOURED = ("legend", "snails")


def events() -> list[Event]:
    """Return the events of the golden histories; some are too rare for random play."""
    return recorded_events("gasterospeed")
