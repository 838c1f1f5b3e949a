"""The progress of a run, on a terminal and elsewhere."""

import io

from openapi.load.reporting.progress import Progress
from tests.support.load.reports import ROWS


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_moves_on_a_terminal_and_lines_follow_elsewhere() -> None:
    screen, file = Terminal(), io.StringIO()
    for out in (screen, file):
        progress = Progress(3.0, out)
        for row in ROWS:
            progress(row)
        progress.end()
    assert screen.getvalue().count("\r[") == 3
    assert screen.getvalue().count("\n") == 1
    first, *_, last = file.getvalue().splitlines()
    assert first.startswith("[########................]     1/3 s")
    assert last.startswith("[########################]     3/3 s")
    assert "93 requests/s  p50 4.0 ms  p99 9.0 ms  0 errors/s  64 MiB  lag 3" in last
