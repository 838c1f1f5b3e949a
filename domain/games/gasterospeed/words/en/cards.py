"""What happens to cards, in English."""

from collections.abc import Sequence

from domain.games.gasterospeed.event_types import cards as card
from domain.games.gasterospeed.state import Laid
from domain.games.gasterospeed.words.en._terms import CARDS, cards, snail
from domain.kernel.words.en import Names, counted

cards_swept = "The turn is over, the cards are discarded."


def pile_shuffled(event: card.PileShuffled, names: Names) -> str:
    return f"{len(event.cards)} cards are shuffled."


def discards_reshuffled(event: card.DiscardsReshuffled, names: Names) -> str:
    return f"A pile was empty: {counted(event.cards, 'discard')} shuffled again."


def cards_drawn(event: card.CardsDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} draws {cards(event.cards)}."


def hand_refilled(event: card.HandRefilled, names: Names) -> str:
    held = counted(event.hand, "card")
    return f"{names.begin(event.seat)} holds {held}; {sum(event.piles)} to draw."


def hands_checked(event: card.HandsChecked, names: Names) -> str:
    if not event.yellow:
        return "Every hand has a Speed card."
    announce = "announces" if len(event.yellow) == 1 else "announce"
    return f"{names.begin_seats(event.yellow)} {announce} only yellow cards."


def redraw_announced(event: card.RedrawAnnounced, names: Names) -> str:
    return f"{names.begin(event.seat)} discards {cards(event.cards)} at random."


def speed_laid(event: card.SpeedLaid | card.ActionLaid, names: Names) -> str:
    laid = "nothing" if event.laid.card is None else CARDS[event.laid.card]
    lays = f"{names.begin(event.seat)} lays {laid} for {snail(event.snail, names)}"
    return f"{lays}{', to discard' * event.laid.discard}."


action_laid = speed_laid


def speed_sealed(event: card.SpeedSealed | card.ActionSealed, names: Names) -> str:
    return f"The choice for {snail(event.snail, names)} lies face down."


action_sealed = speed_sealed


def speeds_revealed(event: card.SpeedsRevealed, names: Names) -> str:
    return f"The Speed cards: {_turned_up(event.speeds, names)}."


def actions_revealed(event: card.ActionsRevealed, names: Names) -> str:
    return f"The cards are turned up: {_turned_up(event.actions, names)}."


def _turned_up(lying: Sequence[Laid | None], names: Names) -> str:
    said = [
        f"{snail(number, names)} {CARDS[laid.card]}{' (discard)' * laid.discard}"
        for number, laid in enumerate(lying)
        if laid and laid.card
    ]
    return ", ".join(said) or "none"


def card_lost(event: card.CardLost, names: Names) -> str:
    why = {
        "impossible": "it cannot be played",
        "slow": "nobody chose in time",
        "out": "the snail is out",
    }[event.why]
    return f"The card {CARDS[event.card]} of {snail(event.snail, names)} is lost: {why}."


def cards_discarded(event: card.CardsDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} discards {cards(event.cards)}."


def extra_card_taken(event: card.ExtraCardTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} takes the champion's extra card."


def reaction_played(event: card.ReactionPlayed, names: Names) -> str:
    plays = f"{names.begin(event.seat)} plays {CARDS[event.card]}"
    return f"{plays} for {snail(event.snail, names)}."
