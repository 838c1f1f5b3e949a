"""CPU time of the hashes of a command: with its command on the chain and without, by turns."""

import os
import time

from domain.fairness.chain import command_head, command_leaf, first_head, leaf, next_head
from domain.fairness.salts import command_salt, salt
from tests.bench.result import Result, Show, of_rounds

ROUNDS, COMMANDS = 40, 2_000
TARGET = 10.0  # µs per command
TABLE, RECORD, EVENT = "a" * 26, b"r" * 220, b"e" * 180


def measure(show: Show) -> list[Result]:
    """Compare neighbouring rounds, so that other load meets both alike."""
    seed = os.urandom(32)
    pairs = [(_seconds(seed, True), _seconds(seed, False)) for _ in range(ROUNDS)]
    more = [1e6 * (new - old) / COMMANDS for new, old in pairs]
    row = of_rounds("hashes of a command on the chain", more, "µs", TARGET, "at most")
    show(f"a command on the chain costs {row.measured} of CPU")
    return [row]


def _seconds(seed: bytes, commands: bool) -> float:
    """Return the CPU time of the hashes of many commands with two events each."""
    head, began = first_head(TABLE), time.process_time()
    for version in range(1, 2 * COMMANDS, 2):
        if commands:
            head = command_head(head, command_leaf(command_salt(seed, version), RECORD))
        head = next_head(head, leaf(salt(seed, version), EVENT))
        head = next_head(head, leaf(salt(seed, version + 1), EVENT))
    return time.process_time() - began
