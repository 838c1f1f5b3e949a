"""CPU time of the hashes of a command: with its command on the chain and without, by turns."""

import os
import time

from domain.fairness.chain import first_head
from domain.judging.stored import Entry
from tests.bench.result import Result, Show, of_rounds

ROUNDS, COMMANDS = 40, 2_000
TARGET = 10.0  # µs per command
TABLE, RECORD, EVENTS = "a" * 26, b"r" * 220, (b"e" * 180,) * 2


def measure(show: Show) -> list[Result]:
    """Compare neighbouring rounds, so that other load meets both alike."""
    seed = os.urandom(32)
    pairs = [(_seconds(seed, RECORD), _seconds(seed, None)) for _ in range(ROUNDS)]
    more = [1e6 * (new - old) / COMMANDS for new, old in pairs]
    row = of_rounds("hashes of a command on the chain", more, "µs", TARGET, "at most")
    show(f"a command on the chain costs {row.measured} of CPU")
    return [row]


def _seconds(seed: bytes, record: bytes | None) -> float:
    """Return the CPU time of the hashes of many commits with two events each."""
    head, began = first_head(TABLE), time.process_time()
    for version in range(1, 2 * COMMANDS, 2):
        head = Entry(version, EVENTS, record).next_head(head, seed)
    return time.process_time() - began
