"""CPU seconds of the verifiers: per thousand events of every game, and of a long table."""

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from msgspec import json

from domain.audit.verify import verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.bench.result import Result, Show, of_rounds
from tests.golden.make import played
from tests.support.histories.golden import Golden
from tests.support.javascript import SPEED, node
from tests.support.tables.memory_table import long_bundle

Given = TypeVar("Given")
ROUNDS = 3
EVENTS = 1_000
TARGET = 0.1  # seconds of CPU
LONG, LONG_TARGET = 9_000, 2.0  # events, seconds of CPU in JavaScript


def measure(show: Show) -> list[Result]:
    results: list[Result] = []
    for key, game in GAMES.items():
        content = asyncio.run(played(Golden(key, "bench", game.seats[-1], {}, 1)))
        report = verify(content)
        assert report.verdict == "PASS", report
        scale, text = EVENTS / report.events, content.decode()
        with_rules, alone = [], []
        for _ in range(ROUNDS):  # in turn
            with_rules.append(scale * _seconds(verify, content))
            alone.append(scale * _seconds(one_file.verify, text))
        results += [
            of_rounds(f"{key}: verify 1,000 events, rules", with_rules, "s", TARGET, "at most"),
            of_rounds(f"{key}: verify 1,000 events, one file", alone, "s", TARGET, "at most"),
        ]
        shown = " and ".join(row.measured for row in results[-2:])
        show(f"{key}: {report.events} events, {shown} per thousand")
    return results if shutil.which("node") is None else [*results, _in_javascript(show)]


def _in_javascript(show: Show) -> Result:
    """Measure the JavaScript verifier with a long table, as a page would: once, in a cold start."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "history.ndjson")
        file.write_bytes(long_bundle(LONG))
        runs = [json.decode(node(SPEED, file).stdout) for _ in range(ROUNDS)]
    assert {run["result"] for run in runs} == {"PASS"}
    seconds = [run["seconds"] for run in runs]
    row = of_rounds(f"verify {LONG:,} events, JavaScript", seconds, "s", LONG_TARGET, "at most")
    show(f"JavaScript: {runs[0]['events']} events in {row.measured}")
    return row


def _seconds(work: Callable[[Given], object], given: Given) -> float:
    """Return the CPU time of one run."""
    began = time.process_time()
    work(given)
    return time.process_time() - began
