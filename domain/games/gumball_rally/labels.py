"""The label of every action, made from the view of the seat alone."""

from typing import Any

from domain.games.gumball_rally.commands import RallyCommand
from domain.games.gumball_rally.sentences import card_name
from domain.games.gumball_rally.view import RallyView
from domain.kernel.ids import Seat
from domain.kernel.labels import Label, ParameterLabel
from domain.kernel.language import Both

PLAY: Both = ("Play a card", "Jouer une carte")
PARAMETERS = {
    "colour_passes": ParameterLabel(
        ("Overtakes by colour", "Dépassements par la couleur"),
        PLAY,
        (
            "GB-26: most overtakes by colour alone; larger than needed is the same as absent.",
            "GB-26 : le plus grand nombre de dépassements par la couleur seule ; un nombre plus"
            " grand que nécessaire revient à ne rien dire.",
        ),
    )
}


def label(view: RallyView | None, seat: Seat, command: RallyCommand) -> Label:
    english, french = card_name(command.card)
    match command.colour_passes:
        case None:
            more = ("", "")
        case 0:
            more = (" without overtaking by colour", " sans dépasser par la couleur")
        case n:
            more = (f", overtaking at most {n} by colour", f", {n} au plus dépassés par la couleur")
    return Label((f"Play {english}{more[0]}", f"Jouer {french}{more[1]}"), PLAY)


def choice(field: str, value: Any) -> Both:
    """Return a value of an open parameter in words."""
    return str(value), str(value)
