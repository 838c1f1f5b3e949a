"""The label of every action, made from the view of the seat alone."""

from collections.abc import Sequence
from typing import Any

from domain.games.bug_race.commands import Advance, BugRaceCommand, Keep, Play
from domain.games.bug_race.components import CARDS, Card
from domain.games.bug_race.sentences import STEP_NAMES
from domain.games.bug_race.view import BugRaceView
from domain.kernel.ids import Seat
from domain.kernel.labels import Label, ParameterLabel
from domain.kernel.language import Both

KEEP: Both = ("Keep a card", "Garder une carte")
PLAY: Both = ("Play a card", "Jouer une carte")
BODY: Both = ("Move the body", "Avancer le corps")
PARAMETERS = {
    "steps": ParameterLabel(
        ("Steps, one by one", "Pas à pas"),
        PLAY,
        (
            "BR-35: steps = [item, …], item = LF | LM | LR | RF | RM | RR | B. Carried out from"
            " left to right, each item one forward: a leg shown on the card (each at most once) or"
            " B, the body. Absent = maximal play; [] = no move. A dry run shows where a list leads,"
            " or the index at which it fails.",
            "BR-35 : steps = [pas, …], pas = LF | LM | LR | RF | RM | RR | B. Exécutés de gauche à"
            " droite, chacun d'un segment : une patte de la carte (une fois au plus) ou B, le"
            " corps. Absent = le jeu le plus long ; [] = sans bouger. Un essai à blanc montre où"
            " une liste mène, ou l'indice où elle échoue.",
        ),
    )
}


def label(view: BugRaceView | None, seat: Seat, command: BugRaceCommand) -> Label:
    match command:
        case Keep(card=card):
            english, french = _legs(CARDS[card].legs)
            return Label((f"Keep {card}: {english}", f"Garder {card} : {french}"), KEEP)
        case Play():
            return Label(_play(command.card, command.steps), PLAY)
        case Advance(count=count):
            far = f"{count} segment{'s' * (count > 1)}"
            return Label((f"Move the body {far}", f"Avancer le corps de {far}"), BODY)


def choice(field: str, value: Any) -> Both:
    """Return a leg or the body in words."""
    return STEP_NAMES[value]


def _play(card: Card, steps: tuple[str, ...] | None) -> Both:
    if steps is None:
        english, french = _legs(CARDS[card].legs)
        return f"Play {card}: {english}", f"Jouer {card} : {french}"
    if not steps:
        return f"Play {card} without moving", f"Jouer {card} sans bouger"
    english, french = _legs(steps)
    return f"Play {card} step by step: {english}", f"Jouer {card} pas à pas : {french}"


def _legs(steps: Sequence[str]) -> Both:
    names = [STEP_NAMES[step] for step in steps]
    return ", ".join(english for english, _ in names), ", ".join(french for _, french in names)
