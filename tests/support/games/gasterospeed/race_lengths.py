"""`python -m tests.support.games.gasterospeed.race_lengths [races]` measures races without a limit.

It prints what the README of the game says about turn limits (GS-86), circuit by circuit.
"""

import sys
from random import Random
from typing import Any

from domain.games.gasterospeed.commands import GasteroOptions
from domain.games.gasterospeed.components import CIRCUITS
from domain.games.gasterospeed.event_types.championship import RaceScored
from domain.games.gasterospeed.game import GAME
from domain.kernel.game import Seated
from ludotheque.testing.spec import Seeded

NO_LIMIT = 1000  # the option itself takes no more than 200


def length(circuit: str, seats: int, number: int, eager: bool) -> int:
    """Return the number of turns of one race; eager players play as greedy bots do."""
    luck, rng = Seeded(number), Random(number)
    options = GasteroOptions(circuits=(circuit,), turn_limit=NO_LIMIT)  # type: ignore[arg-type]
    state: Any = GAME.initial
    events = GAME.deal([Seated(seat) for seat in range(seats)], options, luck)
    while True:
        for event in events:
            if isinstance(event, RaceScored):
                return int(state.turn)
            state = event.apply(state)
        decision = GAME.decision(state)
        assert decision is not None
        seat = rng.choice(sorted(decision.awaited))
        actions = GAME.legal(state, seat)
        wanted = GAME.greedy(GAME.view(state, seat), seat, actions) if eager else actions
        events = GAME.decide(state, seat, rng.choice(wanted), luck)


def lengths(circuit: str, races: int, eager: bool) -> list[int]:
    """Return the lengths of so many races with each number of seats, shortest first."""
    numbers = [(seats, 10 * n + seats) for n in range(1, races + 1) for seats in GAME.seats]
    return sorted(length(circuit, seats, number, eager) for seats, number in numbers)


def line(circuit: str, races: int) -> str:
    """Return the row of one circuit."""
    data, greedy = CIRCUITS[circuit], lengths(circuit, races, True)
    random = lengths(circuit, races, False)
    over = [sum(turns > most for turns in random) / len(random) for most in (40, data.turn_limit)]
    most = random[int(0.9 * len(random))]
    return (
        f"| {data.name_fr} | {data.turn_limit} | {sum(greedy) / len(greedy):.1f} | {greedy[-1]} "
        f"| {random[len(random) // 2]} | {most} | {100 * over[0]:.0f} % | {100 * over[1]:.0f} % |"
    )


if __name__ == "__main__":
    each = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for name in CIRCUITS:
        print(line(name, each), flush=True)
