"""`python -m tests.bench`: measures the targets of the architecture in one bounded run."""

import argparse
import json
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeAlias
from unittest.mock import patch

import msgspec

from tests.bench import machine
from tests.bench.limit import OutOfTime, time_limit
from tests.bench.peers.installing import NotInstalled
from tests.bench.result import Result, Show, failed, skipped, table, with_others

Measure: TypeAlias = Callable[[Show], list[Result]]
MEASUREMENTS = {  # by the function that returns its rows
    "whole": "whole.system_cost:measure",
    "reads": "whole.read_cost:measure",
    "http": "measures.http_commands:measure",
    "parts": "measures.command_parts:measure",
    "streams": "measures.streams:measure",
    "processes": "measures.two_processes:measure",
    "replicas": "measures.replicas:measure",
    "growth": "measures.history_length:measure",
    "snapshots": "measures.long_tables:measure",
    "archive": "measures.archived_tables:measure",
    "views": "measures.replay_views:measure",
    "play": "measures.game_speed:measure",
    "load": "measures.cold_load:measure",
    "restart": "measures.restart:measure",
    "restart-10m": "measures.restart:measure_large",
    "scrub": "measures.scrubbing:measure",
    "appends": "measures.log_appends:measure",
    "log": "measures.public_log:measure",
    "calls": "worst_calls:measure",
    "stored": "measures.table_sizes:measure_events",
    "sizes": "measures.table_sizes:measure",
    "cached": "measures.table_memory:measure",
    "verify": "measures.verifiers:measure",
    "chain": "measures.chain_hashes:measure",
    "cluster": "peers.cluster_client:measure",
    "rlcard": "peers.random_moves:measure",
    "eventsourcing": "peers.cold_loads:measure",
    "boardgame": "peers.boardgame_io:measure",
}
PEERS = ["rlcard", "eventsourcing", "boardgame"]
GROUPS = {"peers": PEERS}
# Starts a cluster and fails over; needs 4 GB of memory; install packages.
ON_REQUEST = {"cluster", "restart-10m", *PEERS}
DEFAULT = [name for name in MEASUREMENTS if name not in ON_REQUEST]
LIMIT = 240.0  # seconds
PATIENT = {"LUDOTHEQUE_STORE_SECONDS": "20"}  # for this process and all that it starts
IMPATIENT = {"cluster"}  # measures how soon it goes on
LONGER = {"restart-10m": 1_800.0}


def main() -> int:
    chosen = arguments()
    before = machine.usage_for(1.0)
    print(f"Python {platform.python_version()}; before the run, {machine.described(before)}")
    began = machine.read()
    results = [
        result for name in chosen.names for result in run(name, limit_of(name, chosen.limit))
    ]
    during = machine.usage(began, machine.read())
    print(f"\n{table(results)}\n\nDuring the run, {machine.described(during)}")
    write(chosen.json, results, before, during)
    print(f"written to {chosen.json}")
    missed = chosen.strict and any(result.ok is False for result in results)
    return 1 if missed or any(result.failed for result in results) else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"), metavar="FILE")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a target is missed")
    limited = f"the most that one name may take, or its rows are skipped; default {LIMIT:.0f}"
    parser.add_argument("--limit", type=float, metavar="SECONDS", help=limited)
    known, on_request = ", ".join([*MEASUREMENTS, *GROUPS]), ", ".join(sorted(ON_REQUEST))
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"default: all but {on_request}; {known}"
    )
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in {*MEASUREMENTS, *GROUPS}]:
        parser.error(f"unknown: {', '.join(unknown)}; known: {known}")
    names = [each for name in chosen.names for each in GROUPS.get(name, [name])]
    chosen.names = list(dict.fromkeys(names)) or DEFAULT
    return chosen


def limit_of(name: str, chosen: float | None) -> float:
    return chosen if chosen is not None else LONGER.get(name, LIMIT)


def function(name: str) -> Measure:
    """Return what measures it; only its modules are imported."""
    measure: Measure = resolve_name(f"tests.bench.{MEASUREMENTS[name]}")
    return measure


def run(name: str, limit: float) -> list[Result]:
    """Return the rows of a measurement, with what other programs used of the cores meanwhile."""
    began, cores = time.perf_counter(), machine.read()

    def show(message: str) -> None:
        print(f"{name:>13} {time.perf_counter() - began:5.1f} s  {message}", flush=True)

    show("…")
    try:
        with time_limit(limit), patch.dict(os.environ, {} if name in IMPATIENT else PATIENT):
            results = function(name)(show)
    except NotInstalled as why:
        results = [skipped(name, str(why))]
    except OutOfTime:
        results = [skipped(name, f"not finished within {limit:.0f} s")]
    except Exception as failure:  # noqa: BLE001 - the other rows are worth having
        traceback.print_exc()
        results = [failed(name, repr(failure))]
    used = machine.usage(cores, machine.read())
    show(f"done; {machine.described(used)}")
    return with_others(results, used.others)


def write(file: Path, results: list[Result], before: machine.Usage, during: machine.Usage) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    found = [
        {**msgspec.to_builtins(result), "name": result.name.strip(), "ok": result.ok}
        for result in results
    ]
    cores = {"before": before._asdict(), "during": during._asdict()}
    document = {"cores": cores, "rows": found}
    file.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
