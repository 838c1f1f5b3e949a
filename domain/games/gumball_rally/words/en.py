"""A rally in English."""

from collections.abc import Sequence

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally import refusals
from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import CARDS, DANGERS, SUITS, Card, Colour, Danger
from domain.games.gumball_rally.state import Award
from domain.games.gumball_rally.view import RallyView
from domain.kernel.ids import Seat
from domain.kernel.words.en import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

COLOURS: dict[Colour, str] = {"black": "black", "blue": "blue", "red": "red", "yellow": "yellow"}
PLAY = "Play a card"
PARAMETERS = {
    "colour_passes": Parameter(
        "Overtakes by colour",
        PLAY,
        "GB-26: most overtakes by colour alone; larger than needed is the same as absent.",
    )
}
OPTIONS = {
    "photo_finish": Option(
        "Photo finish", "Those who are tied for the victory draw a card each; the highest wins."
    ),
    "point_set": Option(
        "Points",
        "What the places at the Checkpoints and at the finish are worth.",
        {
            "standard": "5, 3, 1 at a Checkpoint; 8, 5, 3, 1 at the finish",
            "minimal": "3, 2, 1 at a Checkpoint; 4, 3, 2, 1 at the finish",
            "finish_heavy": "5, 3, 1 at a Checkpoint; 10, 6, 3, 1 at the finish",
        },
    ),
    "first_player": Option(
        "First player", "The seat at the head of the line; drawn if you choose none."
    ),
}
refusal_not_racing = "No race is in progress."
refusal_negative_limit = "`colour_passes` is 0 or more, or absent."


def rally_lined_up(event: rally.RallyLinedUp, names: Names) -> str:
    return f"The buggies line up: {names.seats(event.line)}."


def dangers_stacked(event: rally.DangersStacked, names: Names) -> str:
    return f"{len(event.stack)} dangers lie in wait."


def pile_shuffled(event: rally.PileShuffled, names: Names) -> str:
    return f"{len(event.pile)} Race cards are shuffled."


def hand_dealt(event: rally.HandDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} is dealt {', '.join(map(_card, event.cards))}."


def hands_dealt(event: rally.HandsDealt, names: Names) -> str:
    return f"Everybody holds {event.each} cards; {event.pile} are left in the pile."


def card_played(event: rally.CardPlayed, names: Names) -> str:
    played = f"{names.begin(event.seat)} plays {_card(event.card)}"
    return f"{played} and overtakes {names.seats(event.passed)}." if event.passed else f"{played}."


def discards_reshuffled(event: rally.DiscardsReshuffled, names: Names) -> str:
    return f"The pile was empty: {event.cards} discards are shuffled."


def card_drawn(event: rally.CardDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} draws {_card(event.card)}."


def hand_refilled(event: rally.HandRefilled, names: Names) -> str:
    left = f"{counted(event.pile, 'card')} {'is' if event.pile == 1 else 'are'} left"
    return f"{names.begin(event.seat)} has drawn; {left}."


def danger_revealed(event: rally.DangerRevealed, names: Names) -> str:
    return f"Danger: {_danger(event.card)}!"


def buggy_slowed(event: rally.BuggySlowed, names: Names) -> str:
    return f"{names.begin(event.seat)} falls back to the end of the line."


def buggies_slowed(event: rally.BuggiesSlowed, names: Names) -> str:
    fall = "falls" if len(event.seats) == 1 else "fall"
    return f"{names.begin_seats(event.seats)} {fall} back to the end of the line."


def nobody_slowed(event: rally.NobodySlowed, names: Names) -> str:
    if event.hit is None:
        return "Nobody has this colour."
    return f"{names.begin(event.hit)} is hit, but is last already."


def checkpoint_scored(event: rally.CheckpointScored, names: Names) -> str:
    return f"Checkpoint: {_awards(event.awards, names)}."


def finish_scored(event: rally.FinishScored, names: Names) -> str:
    return f"Finish: {_awards(event.awards, names)}."


def round_ended(event: rally.RoundEnded, names: Names) -> str:
    if event.next_round is None:
        return "The last round is over."
    return f"Round {event.next_round} begins."


def photo_taken(event: rally.PhotoTaken, names: Names) -> str:
    return f"Photo finish: {names.seat(event.seat)} draws {_card(event.card)}."


def rally_finished(event: rally.RallyFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "wins the rally" if len(winners) == 1 else "share the victory"
    return f"{names.begin_seats(winners)} {won}."


def label_play(command: Play, names: Names, view: RallyView, seat: Seat) -> Label:
    match command.colour_passes:
        case None:
            more = ""
        case 0:
            more = " without overtaking by colour"
        case n:
            more = f", overtaking at most {n} by colour"
    return Label(f"Play {_card(command.card)}{more}", PLAY)


def refusal_not_your_turn(refusal: refusals.NotYourTurn, names: Names) -> str:
    return f"It is the turn of seat {refusal.active}."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"You do not hold {refusal.card}."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Nobody has seat {refusal.seat}."


def _card(card: Card) -> str:
    face = CARDS[card]
    return f"{COLOURS[face.colour]} {face.number}"


def _danger(danger: Danger) -> str:
    face = DANGERS[danger]
    if face.kind == "checkpoint":
        return "a checkpoint"
    if face.colour is None:
        return "Winner"
    symbol = SUITS[face.colour].danger_symbol_en
    return f"major {symbol}" if face.major else symbol


def _awards(given: Sequence[Award], names: Names) -> str:
    return ", ".join(f"{names.seat(award.seat)} +{award.points}" for award in given)
