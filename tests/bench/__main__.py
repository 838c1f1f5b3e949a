"""`python -m tests.bench`: measures the targets of the architecture in one bounded run."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.bench import (
    archived_tables,
    chain_hashes,
    cluster_client,
    cold_load,
    command_parts,
    event_size,
    game_speed,
    history_length,
    http_commands,
    large_restart,
    log_appends,
    long_tables,
    public_log,
    replay_views,
    replicas,
    restart,
    scrubbing,
    streams,
    table_memory,
    table_sizes,
    two_processes,
    verifiers,
)
from tests.bench.peers import measure as peers
from tests.bench.result import Result, Show, table

MEASUREMENTS: dict[str, Callable[[Show], list[Result]]] = {
    "http": http_commands.measure,
    "parts": command_parts.measure,
    "streams": streams.measure,
    "processes": two_processes.measure,
    "replicas": replicas.measure,
    "growth": history_length.measure,
    "snapshots": long_tables.measure,
    "archive": archived_tables.measure,
    "views": replay_views.measure,
    "play": game_speed.measure,
    "load": cold_load.measure,
    "restart": restart.measure,
    "restart-10m": large_restart.measure,
    "scrub": scrubbing.measure,
    "appends": log_appends.measure,
    "log": public_log.measure,
    "stored": event_size.measure,
    "sizes": table_sizes.measure,
    "cached": table_memory.measure,
    "verify": verifiers.measure,
    "chain": chain_hashes.measure,
    "cluster": cluster_client.measure,
    "peers": peers.measure,
}
# Starts a cluster and fails over; installs packages; needs 4 GB of memory.
ON_REQUEST = {"cluster", "peers", "restart-10m"}
DEFAULT = [name for name in MEASUREMENTS if name not in ON_REQUEST]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"), metavar="FILE")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a target is missed")
    known, on_request = ", ".join(MEASUREMENTS), " and ".join(sorted(ON_REQUEST))
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"default: all but {on_request}; {known}"
    )
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in MEASUREMENTS]:
        parser.error(f"unknown: {', '.join(unknown)}; known: {known}")
    results = [result for name in chosen.names or DEFAULT for result in run(name)]
    print(f"\n{table(results)}\n")
    write(chosen.json, results)
    print(f"written to {chosen.json}")
    return 1 if chosen.strict and any(result.ok is False for result in results) else 0


def run(name: str) -> list[Result]:
    began = time.perf_counter()

    def show(message: str) -> None:
        print(f"{name:>9} {time.perf_counter() - began:5.1f} s  {message}", flush=True)

    show("…")
    return MEASUREMENTS[name](show)


def write(file: Path, results: list[Result]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    found = [
        {**msgspec.to_builtins(result), "name": result.name.strip(), "ok": result.ok}
        for result in results
    ]
    file.write_text(json.dumps({"rows": found}, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
