"""`python -m tests.bench`: what the architecture promises, measured in one bounded run."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.bench import appends, cached, growth, in_process, over_http, stored, verifiers
from tests.bench.row import Row, Say, table

MEASUREMENTS: dict[str, Callable[[Say], list[Row]]] = {
    "http": over_http.measure,
    "growth": growth.measure,
    "play": in_process.measure,
    "appends": appends.measure,
    "stored": stored.measure,
    "cached": cached.measure,
    "verify": verifiers.measure,
}


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    asked.add_argument("--json", type=Path, default=Path("build/bench.json"), metavar="FILE")
    asked.add_argument("--strict", action="store_true", help="exit code 1 if a target is missed")
    asked.add_argument("--only", choices=MEASUREMENTS, nargs="+", default=[*MEASUREMENTS])
    chosen = asked.parse_args()
    rows = [row for name in chosen.only for row in measured(name)]
    print(f"\n{table(rows)}\n")
    write(chosen.json, rows)
    print(f"written to {chosen.json}")
    return 1 if chosen.strict and any(row.ok is False for row in rows) else 0


def measured(name: str) -> list[Row]:
    began = time.perf_counter()

    def say(message: str) -> None:
        print(f"{name:>8} {time.perf_counter() - began:5.1f} s  {message}", flush=True)

    say("…")
    return MEASUREMENTS[name](say)


def write(file: Path, rows: list[Row]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    found = [{**msgspec.to_builtins(row), "name": row.name.strip(), "ok": row.ok} for row in rows]
    file.write_text(json.dumps({"rows": found}, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
