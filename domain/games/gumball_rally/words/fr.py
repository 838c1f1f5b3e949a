"""A rally in French."""

from collections.abc import Sequence

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally import refusals
from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import CARDS, DANGERS, SUITS, Card, Colour, Danger
from domain.games.gumball_rally.state import Award
from domain.games.gumball_rally.view import RallyView
from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

COLOURS: dict[Colour, str] = {"black": "noir", "blue": "bleu", "red": "rouge", "yellow": "jaune"}
PLAY = "Jouer une carte"
PARAMETERS = {
    "colour_passes": Parameter(
        "Dépassements par la couleur",
        PLAY,
        "GB-26 : le plus grand nombre de dépassements par la couleur seule ; un nombre plus grand"
        " que nécessaire revient à ne rien dire.",
    )
}
OPTIONS = {
    "photo_finish": Option(
        "Photo finish",
        "Ceux qui sont à égalité pour la victoire tirent une carte ; la plus haute gagne.",
    ),
    "point_set": Option(
        "Points",
        "Ce que valent les places aux Checkpoints et à l’arrivée.",
        {
            "standard": "5, 3, 1 à un Checkpoint ; 8, 5, 3, 1 à l’arrivée",
            "minimal": "3, 2, 1 à un Checkpoint ; 4, 3, 2, 1 à l’arrivée",
            "finish_heavy": "5, 3, 1 à un Checkpoint ; 10, 6, 3, 1 à l’arrivée",
        },
    ),
    "first_player": Option(
        "Premier joueur", "Le siège en tête de la file ; tiré au sort sans choix."
    ),
}
refusal_not_racing = "Aucune course n’est en cours."
refusal_negative_limit = "`colour_passes` vaut 0 ou plus, ou est absent."


def rally_lined_up(event: rally.RallyLinedUp, names: Names) -> str:
    return f"Les buggys se rangent : {names.bare_seats(event.line)}."


def dangers_stacked(event: rally.DangersStacked, names: Names) -> str:
    return f"{len(event.stack)} dangers attendent les pilotes."


def pile_shuffled(event: rally.PileShuffled, names: Names) -> str:
    return f"{len(event.pile)} cartes Course sont mélangées."


def hand_dealt(event: rally.HandDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} reçoit {', '.join(map(_card, event.cards))}."


def hands_dealt(event: rally.HandsDealt, names: Names) -> str:
    return f"Chacun a {event.each} cartes ; il en reste {event.pile} dans la pile."


def card_played(event: rally.CardPlayed, names: Names) -> str:
    played = f"{names.begin(event.seat)} joue {_card(event.card)}"
    return f"{played} et dépasse {names.seats(event.passed)}." if event.passed else f"{played}."


def discards_reshuffled(event: rally.DiscardsReshuffled, names: Names) -> str:
    return f"La pile était vide : {event.cards} cartes défaussées sont mélangées."


def card_drawn(event: rally.CardDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} pioche {_card(event.card)}."


def hand_refilled(event: rally.HandRefilled, names: Names) -> str:
    left = counted(event.pile, "carte")
    return f"{names.begin(event.seat)} a pioché ; il reste {left}."


def danger_revealed(event: rally.DangerRevealed, names: Names) -> str:
    return f"Danger : {_danger(event.card)} !"


def buggy_slowed(event: rally.BuggySlowed, names: Names) -> str:
    return f"{names.begin(event.seat)} recule au bout de la file."


def buggies_slowed(event: rally.BuggiesSlowed, names: Names) -> str:
    fall = "recule" if len(event.seats) == 1 else "reculent"
    return f"{names.begin_seats(event.seats)} {fall} au bout de la file."


def nobody_slowed(event: rally.NobodySlowed, names: Names) -> str:
    if event.hit is None:
        return "Personne n’a cette couleur."
    return f"Le buggy {names.of(event.hit)} est touché, mais il est déjà au bout de la file."


def checkpoint_scored(event: rally.CheckpointScored, names: Names) -> str:
    return f"Checkpoint : {_awards(event.awards, names)}."


def finish_scored(event: rally.FinishScored, names: Names) -> str:
    return f"Arrivée : {_awards(event.awards, names)}."


def round_ended(event: rally.RoundEnded, names: Names) -> str:
    if event.next_round is None:
        return "La dernière manche est finie."
    return f"La manche {event.next_round} commence."


def photo_taken(event: rally.PhotoTaken, names: Names) -> str:
    return f"Photo-finish : {names.seat(event.seat)} tire {_card(event.card)}."


def rally_finished(event: rally.RallyFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "gagne le rallye" if len(winners) == 1 else "partagent la victoire"
    return f"{names.begin_seats(winners)} {won}."


def label_play(command: Play, names: Names, view: RallyView, seat: Seat) -> Label:
    match command.colour_passes:
        case None:
            more = ""
        case 0:
            more = " sans dépasser par la couleur"
        case n:
            more = f", {n} au plus dépassés par la couleur"
    return Label(f"Jouer {_card(command.card)}{more}", PLAY)


def refusal_not_your_turn(refusal: refusals.NotYourTurn, names: Names) -> str:
    return f"C’est au tour du siège {refusal.active}."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"Vous n’avez pas {refusal.card} en main."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Personne n’a le siège {refusal.seat}."


def _card(card: Card) -> str:
    face = CARDS[card]
    return f"{COLOURS[face.colour]} {face.number}"


def _danger(danger: Danger) -> str:
    face = DANGERS[danger]
    if face.kind == "checkpoint":
        return "un checkpoint"
    if face.colour is None:
        return "Vainqueur"
    symbol = SUITS[face.colour].danger_symbol_fr
    return f"{symbol} (danger majeur)" if face.major else symbol


def _awards(given: Sequence[Award], names: Names) -> str:
    return ", ".join(f"{names.seat(award.seat)} +{award.points}" for award in given)
