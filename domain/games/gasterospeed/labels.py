"""The label of every action, made from the view of the seat alone."""

from typing import Any, assert_never

from domain.games.gasterospeed.commands import (
    AnnounceDraw,
    Choose,
    CommitAction,
    CommitSpeed,
    Decline,
    DiscardTwo,
    Draw,
    Endure,
    GasteroCommand,
    Hesitate,
    Place,
    React,
    Reroll,
    Stake,
    TakeExtraCard,
    TakePath,
    UseExtraShell,
)
from domain.games.gasterospeed.components import SnailId
from domain.games.gasterospeed.view import GasteroView
from domain.games.gasterospeed.words import card, count
from domain.kernel.ids import Seat
from domain.kernel.labels import Label, ParameterLabel
from domain.kernel.language import Both

DIRECTIONS: dict[str, Both] = {
    "N": ("north", "nord"),
    "NE": ("north-east", "nord-est"),
    "E": ("east", "est"),
    "SE": ("south-east", "sud-est"),
    "S": ("south", "sud"),
    "SW": ("south-west", "sud-ouest"),
    "W": ("west", "ouest"),
    "NW": ("north-west", "nord-ouest"),
}
PLACING: Both = ("Place a snail", "Placer un escargot")
SPEED: Both = ("Lay a Speed card", "Poser une carte Vitesse")
CRAWL: Both = ("Crawl", "Ramper")
ACTION: Both = ("Play an action", "Jouer une action")
DISCARD: Both = ("Discard", "Défausser")
TARGET: Both = ("Choose", "Choisir")
REACTION: Both = ("React", "Réagir")
DRAWING: Both = ("Draw", "Piocher")
STAKE: Both = ("Stake shells", "Miser des coquilles")
BONUS: Both = ("Champion's bonus", "Bonus de champion")
PARAMETERS = {
    "name": ParameterLabel(
        ("Racing name", "Nom de course"),
        PLACING,
        (
            "GS-7: a racing name from this list that no other snail has.",
            "GS-7 : un nom de course de cette liste qu'aucun autre escargot ne porte.",
        ),
    ),
    "steps": ParameterLabel(
        ("Path, step by step", "Chemin, pas à pas"),
        CRAWL,
        (
            "GS-41: any path of open single steps onto free cells, as long as the card says; steps "
            "after one that ends the move (line, ice, bramble) are ignored. One path is listed for "
            "each cell the move can end on.",
            "GS-41 : tout chemin de pas possibles vers des cases libres, de la longueur de la"
            " carte ; les pas après celui qui termine le mouvement (ligne, glace, ronce) sont"
            " ignorés. La liste donne un chemin pour chaque case d'arrivée possible.",
        ),
    ),
}
DECLINED: dict[str, Both] = {
    "react": ("Let it happen", "Laisser faire"),
    "reroll": ("Keep the roll", "Garder le lancer"),
    "extra_card": ("Take no extra card", "Ne pas prendre de carte"),
}


def label(view: GasteroView | None, seat: Seat, command: GasteroCommand) -> Label:
    assert view is not None
    match command:  # the most frequent first
        case CommitAction():
            return _action(view, command)
        case TakePath():
            return _path(view, command)
        case CommitSpeed():
            return _speed(view, command)
        case Choose():
            return _choose(view, command)
        case Decline():
            return _decline(view)
        case React():
            return _react(command)
        case DiscardTwo():
            return _discard(command)
        case Place():
            return _place(view, command)
        case Draw():
            return Label(_from_pile(command.pile), DRAWING)
        case AnnounceDraw():
            return _announce(command)
        case Stake():
            return _stake(view, command)
        case Endure():
            return _endure(view, command)
        case Reroll():
            return Label(("Roll again", "Relancer le dé"), BONUS)
        case TakeExtraCard():
            return _extra_card(command)
        case UseExtraShell():
            return _extra_shell(view, command)
        case Hesitate():
            return Label(("Lose the turn", "Perdre le tour"), TARGET)
        case _:
            assert_never(command)


def choice(field: str, value: Any) -> Both:
    """Return a direction in words; racing names are the same in both languages."""
    return DIRECTIONS[value] if field == "steps" else (value, value)


def _name(view: GasteroView, snail: SnailId) -> str:
    return view.snails[snail].name


def _place(view: GasteroView, command: Place) -> Label:
    name, (x, y) = _name(view, command.snail), command.cell
    at = f"{x}, {y}"
    return Label((f"Place {name} at {at}", f"Placer {name} en {at}"), PLACING)


def _speed(view: GasteroView, command: CommitSpeed) -> Label:
    name = _name(view, command.snail)
    if command.card is None:
        return Label((f"Lay nothing for {name}", f"Ne rien poser pour {name}"), SPEED)
    english, french = card(command.card)
    return Label((f"Lay {english} for {name}", f"Poser {french} pour {name}"), SPEED)


def _path(view: GasteroView, command: TakePath) -> Label:
    name = _name(view, command.snail)
    steps = [DIRECTIONS[step] for step in command.steps]
    english, french = (" then ".join(en for en, _ in steps), " puis ".join(fr for _, fr in steps))
    return Label((f"Crawl {english} with {name}", f"Ramper {french} avec {name}"), CRAWL)


def _endure(view: GasteroView, command: Endure) -> Label:
    name = _name(view, command.snail)
    return Label(
        (
            f"Stay with {name} and get a shell back",
            f"Rester avec {name} et reprendre une coquille",
        ),
        CRAWL,
    )


def _action(view: GasteroView, command: CommitAction) -> Label:
    name, (english, french) = _name(view, command.snail), card(command.card)
    if command.discard:
        return Label((f"Discard {english} for {name}", f"Défausser {french} pour {name}"), DISCARD)
    return Label((f"Play {english} with {name}", f"Jouer {french} avec {name}"), ACTION)


def _choose(view: GasteroView, command: Choose) -> Label:
    en, fr = [], []
    if command.target is not None:
        en.append(f"Target {_name(view, command.target)}")
        fr.append(f"Viser {_name(view, command.target)}")
    if command.direction is not None:
        english, french = DIRECTIONS[command.direction]
        en.append(f"Direction {english}")
        fr.append(f"Direction {french}")
    return Label((", ".join(en) or "Go ahead", ", ".join(fr) or "Continuer"), TARGET)


def _react(command: React) -> Label:
    english, french = card(f"{command.card}-1")
    return Label((f"Play {english}", f"Jouer {french}"), REACTION)


def _decline(view: GasteroView) -> Label:
    kind = view.question.kind if view.question else ""
    text = DECLINED.get(kind, ("Pass", "Passer"))
    return Label(text, REACTION if kind == "react" else BONUS)


def _discard(command: DiscardTwo) -> Label:
    pairs = [card(each) for each in command.cards]
    english, french = (" and ".join(en for en, _ in pairs), " et ".join(fr for _, fr in pairs))
    return Label((f"Discard {english}", f"Défausser {french}"), DISCARD)


def _announce(command: AnnounceDraw) -> Label:
    number = command.speed
    return Label(
        (
            f"Draw {number} Speed card{'s' * (number != 1)}",
            f"Piocher {number} carte{'s' * (number > 1)} Vitesse",
        ),
        DRAWING,
    )


def _stake(view: GasteroView, command: Stake) -> Label:
    name, shells = _name(view, command.snail), command.shells
    return Label(
        (
            f"Stake {count(shells, 'shell')} with {name}",
            f"Miser {count(shells, 'coquille')} avec {name}",
        ),
        STAKE,
    )


def _extra_card(command: TakeExtraCard) -> Label:
    if command.pile is None:
        return Label(("Take the extra card", "Prendre la carte de plus"), BONUS)
    return Label(_from_pile(command.pile), BONUS)


def _extra_shell(view: GasteroView, command: UseExtraShell) -> Label:
    name = _name(view, command.snail)
    return Label((f"Give the extra shell to {name}", f"Donner la coquille de plus à {name}"), BONUS)


def _from_pile(pile: str) -> Both:
    if pile == "speed":
        return "Draw a Speed card", "Piocher une carte Vitesse"
    return "Draw an Action card", "Piocher une carte Action"
