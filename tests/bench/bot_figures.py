"""`python -m tests.bench.bot_figures [game …] [--tables 300]`: how well bots play, and how long.

It writes the section "Bots" of the README of each game, up to the words of its own. Options are
those that a host gets without choosing, so games have their full length. Every run plays the same
tables.
"""

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from domain.games import GAMES
from domain.games.asterix.events import RoundScored
from domain.games.asterix.trick_events import IdefixReturned
from domain.games.gasterospeed.event_types.championship import RaceScored
from ludotheque.laws.bot_contest import Contest, contest, part
from tests.support.documents.rules_report import readme

HEADING = "## Bots"
TABLES = 300
DEVIATIONS = 1.96  # on either side of the rate: a 95 % interval
PER_DECISION = 10  # seconds that people take, for the length in minutes
FIGURES = re.compile(rf"(?<={HEADING}\n\n).*?(?=\n\n\*\*|\n\n## )", re.S)
HEAD = (
    "seats",
    "one greedy among random wins",
    "equal share",
    "only greedy: wins by seat",
    "shared",
    "decisions",
    "commands",
    "events",
    "minutes",
)
KEPT = (IdefixReturned, RoundScored, RaceScored)
RANDOM_ONE_IN = 4  # of as many tables: a championship has six races
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {"bug_race": ({}, {"expert": True})}


def interval(rate: float, tables: int) -> tuple[float, float]:
    """Return the Wilson interval of a rate."""
    square = DEVIATIONS**2
    middle = (rate + square / (2 * tables)) / (1 + square / tables)
    spread = rate * (1 - rate) / tables + square / (4 * tables**2)
    half = DEVIATIONS * float(spread**0.5) / (1 + square / tables)
    return middle - half, middle + half


def against_random(key: str, seats: int, tables: int, options: dict[str, Any]) -> float:
    """Return the share of victories of one greedy bot, which takes every seat in turn."""
    games = ((contest(key, seats, n, options, {n % seats}), n % seats) for n in range(tables))
    return fmean(part(game.winners, seat) for game, seat in games)


def row(key: str, seats: int, tables: int, options: dict[str, Any]) -> tuple[str, ...]:
    won = against_random(key, seats, tables, options)
    equals = [contest(key, seats, n, options, range(seats), KEPT) for n in range(tables)]
    low, high = interval(won, tables)
    by_seat = [fmean(part(game.winners, seat) for game in equals) for seat in range(seats)]
    decisions = fmean(game.decisions for game in equals)
    extra = EXTRA.get(key)
    return (
        str(seats),
        f"{percent(won)} % ({percent(low)}–{percent(high)})",
        f"{percent(1 / seats)} %",
        f"{' · '.join(map(percent, by_seat))} % (± {percent(half_width(seats, tables))})",
        f"{percent(fmean(len(game.winners) > 1 for game in equals))} %",
        f"{decisions:,.0f}",
        f"{fmean(game.commands for game in equals):,.0f}",
        f"{fmean(game.events for game in equals):,.0f}",
        f"{decisions * PER_DECISION / 60:.0f}",
        *(() if extra is None else (extra[1](equals, seats),)),
    )


def half_width(seats: int, tables: int) -> float:
    """Return half of the interval that an equal share has."""
    low, high = interval(1 / seats, tables)
    return (high - low) / 2


def percent(rate: float) -> str:
    return f"{100 * rate:.0f}"


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def only_idefix(games: Sequence[Contest], seats: int) -> str:
    """Return how often in a round all bots play Idéfix together (AX-5.6)."""
    events = [event for game in games for event in game.kept]
    alike = sum(isinstance(e, IdefixReturned) and len(e.seats) == seats for e in events)
    return f"{alike / sum(isinstance(event, RoundScored) for event in events):.2f}"


def stopped(games: Sequence[Contest], seats: int) -> str:
    """Return how many races the turn limit stops (GS-86): of these, and among random bots."""
    numbers = range(max(1, len(games) // RANDOM_ONE_IN))
    random = [contest("gasterospeed", seats, n, {}, (), KEPT) for n in numbers]
    return " / ".join(f"{percent(share_stopped(each))} %" for each in (games, random))


def share_stopped(games: Sequence[Contest]) -> float:
    return fmean(e.stopped for game in games for e in game.kept if isinstance(e, RaceScored))


EXTRA: dict[str, tuple[str, Callable[[Sequence[Contest], int], str]]] = {
    "asterix": ("all play Idéfix, per round", only_idefix),
    "gasterospeed": ("races stopped by the limit: greedy / random", stopped),
}


def figures(key: str, tables: int) -> str:
    """Return what the section says before its own words."""
    command = f"`python -m tests.bench.bot_figures {key} --tables {tables}`"
    parts = [f"{command}, run on {datetime.now(UTC).date().isoformat()}, writes these tables."]
    head = (*HEAD, *(name for name, _ in (EXTRA[key],))) if key in EXTRA else HEAD
    for options in VARIANTS.get(key, ({},)):
        if options:
            parts.append(f"With {', '.join(f'`{name}`' for name in options)}:")
        rows = [row(key, seats, tables, options) for seats in GAMES[key].seats]
        parts.append(markdown(head, rows))
    return "\n\n".join(parts)


def write(key: str, text: str) -> None:
    path = readme(key)
    before = path.read_text()
    assert FIGURES.search(before), f"{path} has no section {HEADING!r}"
    path.write_text(FIGURES.sub(lambda _: text, before, count=1))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bot_figures", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(GAMES))
    parser.add_argument("--tables", type=int, default=TABLES, help="for each number of seats")
    chosen = parser.parse_args()
    for key in chosen.games or GAMES:
        text = figures(key, chosen.tables)
        print(f"{text}\n", flush=True)
        write(key, text)


if __name__ == "__main__":
    main()
