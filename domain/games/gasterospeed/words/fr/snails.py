"""What happens to snails, in French."""

from domain.games.gasterospeed.components import Direction
from domain.games.gasterospeed.event_types import snails as race
from domain.games.gasterospeed.state import Cause, Purpose
from domain.games.gasterospeed.words import at
from domain.games.gasterospeed.words.fr._terms import (
    CARDS,
    DIRECTIONS,
    begin_snail,
    of_snail,
    snail,
)
from domain.kernel.words.fr import Names, counted

PURPOSES: dict[Purpose, str] = {
    "placement": "le départ",
    "turbo_firecracker": "le Turbo Pétard",
    "shot": "le Tir",
    "kangaroute": "la Kangouroute Aiguë",
    "rolling_ball": "le Rouler Bouler",
    "fit_of_madness": "le Coup de folie",
    "mole_hole": "la taupe",
    "bumper": "le bumper",
    "plant": "la plante carnivore",
    "bramble": "les ronces",
    "cleaver": "le couperet",
    "bonus": "le bonus du champion",
}
MOVES: dict[race.How, str] = {
    "crawl": "rampe",
    "bound": "bondit",
    "shove": "est poussé",
    "set_back": "heurte la rambarde et recule",
    "start_line": "repasse la ligne de départ",
    "mole": "est emporté par la taupe",
    "current": "dérive",
    "kick": "est éjecté",
}
CAUSES: dict[Cause, str] = {
    "turbo_firecracker": "le pétard",
    "shot": "un tir",
    "feeler_blow": "un coup d’antenne",
    "shock": "un choc",
    "burr": "une bogue",
    "plant": "une plante carnivore",
    "bramble": "les ronces",
    "cleaver": "le couperet",
}


def die_rolled(event: race.DieRolled, names: Names) -> str:
    purpose = PURPOSES[event.purpose]
    if event.seat is None:
        return f"Le dé donne {event.rolled} pour {purpose}."
    again = " de nouveau" * event.again
    return f"{names.begin(event.seat)} fait{again} {event.rolled} pour {purpose}."


def snail_placed(event: race.SnailPlaced, names: Names) -> str:
    return f"{event.name} part de {at(event.cell)}."


def snail_moved(event: race.SnailMoved, names: Names) -> str:
    moves = f"{begin_snail(event.snail, names)} {MOVES[event.how]}"
    return f"{moves} jusqu’en {at(event.cells[-1])}."


def action_played(event: race.ActionPlayed, names: Names) -> str:
    aim = ""
    if event.target is not None:
        aim = f" sur {snail(event.target, names)}"
    elif event.direction is not None:
        aim = f" vers {_the(event.direction)}"
    return f"{begin_snail(event.snail, names)} joue {CARDS[event.card]}{aim}."


def _the(direction: Direction) -> str:
    word = DIRECTIONS[direction]
    return f"l’{word}" if word[0] in "eo" else f"le {word}"


def shot_fired(event: race.ShotFired, names: Names) -> str:
    shot = f"Le tir {of_snail(event.snail, names)} {'touche' if event.hit else 'manque'}"
    return f"{shot} {snail(event.target, names)}."


def shell_lost(event: race.ShellLost, names: Names) -> str:
    loses = f"{begin_snail(event.snail, names)} perd un point de coquille"
    return f"{loses} ({CAUSES[event.cause]}) ; il en reste {event.left}."


def shell_added(event: race.ShellAdded, names: Names) -> str:
    who = begin_snail(event.snail, names)
    if event.why == "endurance":
        return f"{who} reste sur place et a {counted(event.shells, 'point')} de coquille."
    return f"{who} reçoit le point du champion et en a {event.shells}."


def snail_out(event: race.SnailOut, names: Names) -> str:
    who = begin_snail(event.snail, names)
    if event.withdrawn:
        return f"{who} est retiré : trois tours perdus de suite."
    if event.status == "finished":
        return f"{who} franchit la ligne au rang {event.place} !"
    return f"{who} est K.O. !" if event.status == "ko" else f"{who} est enlevé du circuit."
