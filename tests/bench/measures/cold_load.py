"""Cold loads: stored events decoded, folded and checked against their chain head, by CPU time."""

from functools import partial

from domain.fairness.chain import first_head
from domain.games import GAMES
from domain.judging.live_table import restored
from domain.judging.stored import Stored, with_heads
from domain.kernel.game import AnyGame
from tests.bench import python_loop
from tests.bench.interleaved import Work, rates, ratios
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.histories import History, finished

ROUNDS, SECONDS = 7, 0.15
LOOP = "a fixed loop of Python"


def measure(show: Show) -> list[Result]:
    works: dict[str, Work] = {LOOP: python_loop.run}
    works |= {key: partial(load, stored(game)) for key, game in GAMES.items()}
    measured = rates(works, ROUNDS, SECONDS)
    results = []
    for key in GAMES:
        results += [
            of_rounds(f"{key}: cold load, events", measured[key], "/s of CPU"),
            of_rounds("  ÷ loop", ratios(measured, key, LOOP)),
        ]
        show(f"{key}: {results[-2].measured}")
    return results


def stored(game: AnyGame, events: int | None = None) -> tuple[str, Stored]:
    """Return a finished table as the store returns it; or its first events."""
    history = finished(game, game.seats[-1], 0)
    return history.table, _stored(history, events)


def _stored(history: History, events: int | None) -> Stored:
    entries = with_heads(first_head(history.table), history.seed, history.entries())
    entries = tuple(each for each in entries if events is None or each.last <= events)
    last = entries[-1]
    return Stored(history.seed, last.last, last.head, entries)


def load(given: tuple[str, Stored]) -> float:
    """Load a table; return its number of events."""
    return restored(*given).version
