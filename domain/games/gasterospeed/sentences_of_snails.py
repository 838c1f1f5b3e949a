"""Every event of snails as one sentence, made from the event alone."""

from domain.games.gasterospeed.components import Cell, Direction
from domain.games.gasterospeed.snail_events import (
    ActionPlayed,
    DieRolled,
    How,
    ShellAdded,
    ShellLost,
    ShotFired,
    SnailMoved,
    SnailOut,
    SnailPlaced,
)
from domain.games.gasterospeed.state import Cause, Purpose
from domain.games.gasterospeed.words import card, count
from domain.kernel.handlers import said
from domain.kernel.language import Both

PURPOSES: dict[Purpose, Both] = {
    "placement": ("the start", "le départ"),
    "turbo_petard": (card("turbo_petard-1")[0], "le Turbo Pétard"),
    "tir": (card("tir-1")[0], "le Tir"),
    "kangouroute": (card("kangouroute_aigue-1")[0], "la Kangouroute Aiguë"),
    "rouler_bouler": (card("rouler_bouler-1")[0], "le Rouler Bouler"),
    "coup_de_folie": (card("coup_de_folie-1")[0], "le Coup de folie"),
    "mole_hole": ("the mole", "la taupe"),
    "bumper": ("the bumper", "le bumper"),
    "plant": ("the carnivorous plant", "la plante carnivore"),
    "bramble": ("the brambles", "les ronces"),
    "cleaver": ("the cleaver", "le couperet"),
    "bonus": ("the champion's bonus", "le bonus du champion"),
}
MOVES: dict[How, Both] = {
    "crawl": ("crawls", "rampe"),
    "bound": ("bounds", "bondit"),
    "shove": ("is shoved", "est poussé"),
    "set_back": ("hits the rail and is set back", "heurte la rambarde et recule"),
    "start_line": ("is pushed behind the start line", "repasse la ligne de départ"),
    "mole": ("is carried off by the mole", "est emporté par la taupe"),
    "current": ("drifts", "dérive"),
    "kick": ("is kicked", "est éjecté"),
}
WAYS: dict[Direction, Both] = {
    "N": ("north", "le nord"),
    "NE": ("north-east", "le nord-est"),
    "E": ("east", "l'est"),
    "SE": ("south-east", "le sud-est"),
    "S": ("south", "le sud"),
    "SW": ("south-west", "le sud-ouest"),
    "W": ("west", "l'ouest"),
    "NW": ("north-west", "le nord-ouest"),
}
CAUSES: dict[Cause, Both] = {
    "turbo_petard": ("the firecracker", "le pétard"),
    "tir": ("a shot", "un tir"),
    "coup_antenne": ("a feeler blow", "un coup d'antenne"),
    "choc": ("a shock", "un choc"),
    "burr": ("a chestnut burr", "une bogue"),
    "plant": ("a carnivorous plant", "une plante carnivore"),
    "bramble": ("the brambles", "les ronces"),
    "cleaver": ("the cleaver", "le couperet"),
}


def _at(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})"


def _rolled(e: DieRolled) -> Both:
    english, french = PURPOSES[e.purpose]
    again_en, again_fr = (" again", " de nouveau") if e.again else ("", "")
    if e.seat is None:
        return f"The die shows {e.rolled} for {english}.", f"Le dé donne {e.rolled} pour {french}."
    return (
        f"Seat {e.seat} rolls {e.rolled}{again_en} for {english}.",
        f"La place {e.seat} fait{again_fr} {e.rolled} pour {french}.",
    )


def _placed(e: SnailPlaced) -> Both:
    return (
        f"{e.name} starts from {_at(e.cell)}.",
        f"{e.name} part de {_at(e.cell)}.",
    )


def _moved(e: SnailMoved) -> Both:
    english, french = MOVES[e.how]
    return (
        f"Snail {e.snail} {english} to {_at(e.cells[-1])}.",
        f"L'escargot {e.snail} {french} jusqu'en {_at(e.cells[-1])}.",
    )


def _played(e: ActionPlayed) -> Both:
    english, french = card(e.card)
    at_en = at_fr = ""
    if e.target is not None:
        at_en, at_fr = f" at snail {e.target}", f" sur l'escargot {e.target}"
    elif e.direction is not None:
        english_way, french_way = WAYS[e.direction]
        at_en, at_fr = f" to the {english_way}", f" vers {french_way}"
    return (
        f"Snail {e.snail} plays {english}{at_en}.",
        f"L'escargot {e.snail} joue {french}{at_fr}.",
    )


def _fired(e: ShotFired) -> Both:
    return (
        f"The shot of snail {e.snail} {'hits' if e.hit else 'misses'} snail {e.target}.",
        f"Le tir de l'escargot {e.snail} {'touche' if e.hit else 'manque'} l'escargot {e.target}.",
    )


def _lost(e: ShellLost) -> Both:
    english, french = CAUSES[e.cause]
    return (
        f"Snail {e.snail} loses a shell to {english}; {count(e.left, 'shell')} left.",
        f"L'escargot {e.snail} perd un point de coquille ({french}) ; il en reste {e.left}.",
    )


def _added(e: ShellAdded) -> Both:
    if e.why == "endurance":
        return (
            f"Snail {e.snail} stays put and has {count(e.shells, 'shell')}.",
            f"L'escargot {e.snail} reste sur place et a {count(e.shells, 'point')} de coquille.",
        )
    return (
        f"Snail {e.snail} gets the champion's extra shell and has {count(e.shells, 'shell')}.",
        f"L'escargot {e.snail} reçoit le point du champion et en a {e.shells}.",
    )


def _out(e: SnailOut) -> Both:
    if e.withdrawn:
        return (
            f"Snail {e.snail} is withdrawn: three turns were lost running.",
            f"L'escargot {e.snail} est retiré : trois tours perdus de suite.",
        )
    if e.status == "finished":
        return (
            f"Snail {e.snail} crosses the line at place {e.place}!",
            f"L'escargot {e.snail} franchit la ligne au rang {e.place} !",
        )
    if e.status == "ko":
        return f"Snail {e.snail} is K.O.!", f"L'escargot {e.snail} est K.O. !"
    return (
        f"Snail {e.snail} is taken off the circuit.",
        f"L'escargot {e.snail} est enlevé du circuit.",
    )


SNAILS_SAID = (
    said(DieRolled, _rolled)
    | said(SnailPlaced, _placed)
    | said(SnailMoved, _moved)
    | said(ActionPlayed, _played)
    | said(ShotFired, _fired)
    | said(ShellLost, _lost)
    | said(ShellAdded, _added)
    | said(SnailOut, _out)
)
