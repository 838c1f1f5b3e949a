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
    event_size,
    game_speed,
    history_length,
    http_commands,
    log_appends,
    long_tables,
    public_log,
    table_memory,
    verifiers,
)
from tests.bench.result import Result, Show, table

MEASUREMENTS: dict[str, Callable[[Show], list[Result]]] = {
    "http": http_commands.measure,
    "growth": history_length.measure,
    "snapshots": long_tables.measure,
    "archive": archived_tables.measure,
    "play": game_speed.measure,
    "appends": log_appends.measure,
    "log": public_log.measure,
    "stored": event_size.measure,
    "cached": table_memory.measure,
    "verify": verifiers.measure,
    "chain": chain_hashes.measure,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"), metavar="FILE")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a target is missed")
    parser.add_argument("--only", choices=MEASUREMENTS, nargs="+", default=[*MEASUREMENTS])
    chosen = parser.parse_args()
    results = [result for name in chosen.only for result in run(name)]
    print(f"\n{table(results)}\n")
    write(chosen.json, results)
    print(f"written to {chosen.json}")
    return 1 if chosen.strict and any(result.ok is False for result in results) else 0


def run(name: str) -> list[Result]:
    began = time.perf_counter()

    def show(message: str) -> None:
        print(f"{name:>8} {time.perf_counter() - began:5.1f} s  {message}", flush=True)

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
