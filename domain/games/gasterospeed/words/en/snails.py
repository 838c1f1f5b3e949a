"""What happens to snails, in English."""

from domain.games.gasterospeed.event_types import snails as race
from domain.games.gasterospeed.state import Cause, Purpose
from domain.games.gasterospeed.words import at
from domain.games.gasterospeed.words.en._terms import CARDS, DIRECTIONS, begin_snail, snail
from domain.kernel.words.en import Names, counted

PURPOSES: dict[Purpose, str] = {
    "placement": "the start",
    "turbo_firecracker": CARDS["turbo_firecracker-1"],
    "shot": CARDS["shot-1"],
    "kangaroute": CARDS["sharp_kangaroute-1"],
    "rolling_ball": CARDS["rolling_ball-1"],
    "fit_of_madness": CARDS["fit_of_madness-1"],
    "mole_hole": "the mole",
    "bumper": "the bumper",
    "plant": "the carnivorous plant",
    "bramble": "the brambles",
    "cleaver": "the cleaver",
    "bonus": "the champion's bonus",
}
MOVES: dict[race.How, str] = {
    "crawl": "crawls",
    "bound": "bounds",
    "shove": "is shoved",
    "set_back": "hits the rail and is set back",
    "start_line": "is pushed behind the start line",
    "mole": "is carried off by the mole",
    "current": "drifts",
    "kick": "is kicked",
}
CAUSES: dict[Cause, str] = {
    "turbo_firecracker": "the firecracker",
    "shot": "a shot",
    "feeler_blow": "a feeler blow",
    "shock": "a shock",
    "burr": "a chestnut burr",
    "plant": "a carnivorous plant",
    "bramble": "the brambles",
    "cleaver": "the cleaver",
}


def die_rolled(event: race.DieRolled, names: Names) -> str:
    purpose = PURPOSES[event.purpose]
    if event.seat is None:
        return f"The die shows {event.rolled} for {purpose}."
    again = " again" * event.again
    return f"{names.begin(event.seat)} rolls {event.rolled}{again} for {purpose}."


def snail_placed(event: race.SnailPlaced, names: Names) -> str:
    return f"{event.name} starts from {at(event.cell)}."


def snail_moved(event: race.SnailMoved, names: Names) -> str:
    return f"{begin_snail(event.snail, names)} {MOVES[event.how]} to {at(event.cells[-1])}."


def action_played(event: race.ActionPlayed, names: Names) -> str:
    aim = ""
    if event.target is not None:
        aim = f" at {snail(event.target, names)}"
    elif event.direction is not None:
        aim = f" to the {DIRECTIONS[event.direction]}"
    return f"{begin_snail(event.snail, names)} plays {CARDS[event.card]}{aim}."


def shot_fired(event: race.ShotFired, names: Names) -> str:
    shot = f"The shot of {snail(event.snail, names)} {'hits' if event.hit else 'misses'}"
    return f"{shot} {snail(event.target, names)}."


def shell_lost(event: race.ShellLost, names: Names) -> str:
    loses = f"{begin_snail(event.snail, names)} loses a shell to {CAUSES[event.cause]}"
    return f"{loses}; {counted(event.left, 'shell')} left."


def shell_added(event: race.ShellAdded, names: Names) -> str:
    gets = "stays put" if event.why == "endurance" else "gets the champion's extra shell"
    return f"{begin_snail(event.snail, names)} {gets} and has {counted(event.shells, 'shell')}."


def snail_out(event: race.SnailOut, names: Names) -> str:
    who = begin_snail(event.snail, names)
    if event.withdrawn:
        return f"{who} is withdrawn: three turns were lost running."
    if event.status == "finished":
        return f"{who} crosses the line at place {event.place}!"
    return f"{who} is K.O.!" if event.status == "ko" else f"{who} is taken off the circuit."
