"""CPU seconds of both verifiers per thousand events, on a finished table of every game."""

import asyncio
import time
from collections.abc import Callable

from domain.audit.verify import verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.bench.result import Result, Show
from tests.golden.make import played
from tests.support.golden import Golden

ROUNDS = 5
EVENTS = 1_000
TARGET = 0.1  # seconds of CPU


def measure(show: Show) -> list[Result]:
    results: list[Result] = []
    for key, game in GAMES.items():
        content = asyncio.run(played(Golden(key, "bench", game.seats[-1], {}, 1)))
        report = verify(content)
        assert report.verdict == "PASS", report
        scale, text = EVENTS / report.events, content.decode()
        with_rules = scale * _seconds(lambda: verify(content))  # noqa: B023 - called at once
        alone = scale * _seconds(lambda: one_file.verify(text))  # noqa: B023
        results += [
            Result(f"{key}: verify 1,000 events, rules", with_rules, "s", TARGET, "at most"),
            Result(f"{key}: verify 1,000 events, one file", alone, "s", TARGET, "at most"),
        ]
        show(f"{key}: {report.events} events, {with_rules:.3f} s and {alone:.3f} s per thousand")
    return results


def _seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of the fastest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)
