"""Cold loads of 500 events compared with pyeventsourcing, in turn and by processor time.

Both read stored bytes from memory, decode each event and fold it. We also check the chain of hashes
up to the stored head, which pyeventsourcing does not have. Its aggregate is smaller than our games.
"""

from functools import partial

from domain.games import GAMES
from tests.bench.interleaved import rate, rounds_within
from tests.bench.measures.cold_load import load, stored
from tests.bench.peers import installing
from tests.bench.peers.worker import worker
from tests.bench.result import Result, Show, of_rounds

ROUNDS, LIMIT = 9, 60.0
SECONDS = 0.15  # of processor time
EVENTS = 500
TARGET = 9.0


def measure(show: Show) -> list[Result]:
    tables = {key: stored(game, EVENTS) for key, game in GAMES.items()}
    found: dict[str, list[float]] = {key: [] for key in tables}
    theirs = []
    with worker([installing.python(), installing.HERE / "eventsourcing_worker.py"]) as other:
        for number in rounds_within(LIMIT, ROUNDS):
            for key, table in tables.items():
                theirs.append(other.ask(SECONDS))
                found[key].append(rate(partial(load, table), SECONDS) / theirs[-1])
            show(f"pyeventsourcing: round {number}")
    rows = [
        of_rounds(f"{key}: cold load of {EVENTS} events ÷ pyeventsourcing", values, "", TARGET)
        for key, values in found.items()
    ]
    costs = [1e6 / each for each in theirs]
    return [*rows, of_rounds("  an event costs pyeventsourcing", costs, "µs")]
