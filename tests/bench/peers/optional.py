"""Peers that need packages of PyPI or npm: skipped with the reason if these cannot be installed."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from tests.bench.peers import boardgame_io, cold_loads, random_moves
from tests.bench.peers.installing import NotInstalled
from tests.bench.result import Result, Show, skipped

Measure: TypeAlias = Callable[[Show], list[Result]]


def if_installed(name: str, measure: Measure, show: Show) -> list[Result]:
    """Measure; return a row with the reason if the peer is not there."""
    try:
        return measure(show)
    except NotInstalled as why:
        return [skipped(f"÷ {name}", str(why))]


PEERS: dict[str, Measure] = {
    "rlcard": partial(if_installed, "RLCard", random_moves.measure),
    "eventsourcing": partial(if_installed, "pyeventsourcing", cold_loads.measure),
    "boardgame": partial(if_installed, "boardgame.io", boardgame_io.measure),
}
