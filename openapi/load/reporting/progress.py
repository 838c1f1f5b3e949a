"""Shows the progress of a run: a moving bar on a terminal, one line per second elsewhere."""

from dataclasses import dataclass
from typing import TextIO

from openapi.load.report import Second

WIDTH = 24


@dataclass
class Progress:
    seconds: float
    out: TextIO
    phase: str = ""

    def __call__(self, row: Second) -> None:
        line = (
            f"{bar(row.at / self.seconds)} {round(row.at, 1):>5g}/{self.seconds:g} s{figures(row)}"
        )
        self._write(line)

    def say(self, phase: str) -> None:
        """Show what is done before and after the run; elsewhere than on a terminal, once."""
        if self.out.isatty() or phase.partition(":")[0] != self.phase:
            self._write(phase)
        self.phase = phase.partition(":")[0]

    def _write(self, line: str) -> None:
        self.out.write(f"\r{line}\x1b[K" if self.out.isatty() else f"{line}\n")
        self.out.flush()

    def end(self) -> None:
        if self.out.isatty():
            self.out.write("\n")


def bar(share: float) -> str:
    done = min(WIDTH, int(share * WIDTH))
    return f"[{'#' * done}{'.' * (WIDTH - done)}]"


def figures(row: Second) -> str:
    line = (
        f"  {row.tables} tables  {row.requests:.0f} requests/s"
        f"  p50 {row.p50:.1f} ms  p99 {row.p99:.1f} ms  {row.errors:.0f} errors/s"
    )
    memory = "" if row.memory is None else f"  {row.memory / 2**20:.0f} MiB"
    return line + memory + ("" if row.lag is None else f"  lag {row.lag:.0f}")
