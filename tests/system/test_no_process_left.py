"""A test that fails, or a test run that is killed, leaves no process behind."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.servers.process_tree import Process, living
from tests.support.servers.processes import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")

PLUGIN = "tests.support.servers.no_process_left"
HERE = """
import json, multiprocessing, os, signal, subprocess, time
from pathlib import Path
import pytest
from tests.support.servers.process_tree import children, living, tree
from tests.support.servers.serve_process import ServeProcess

FOLDER = Path(__file__).parent

def note(name):
    \"\"\"Write down all processes of this test run but its watchdog, which was the first.\"\"\"
    found = tree(children(os.getpid()))
    path = FOLDER / name
    path.with_suffix(".new").write_text(json.dumps(sorted(found)))
    path.with_suffix(".new").rename(path)

"""
FAILS = """
def test_fails_in_the_middle():
    serve = ServeProcess(FOLDER / "var").ready()
    note("serve.json")
    assert serve.output() == "nothing"
"""
NEXT = """
def test_next():
    note("next.json")
"""
WAITS = """
@pytest.fixture(scope="module")
def stopped():
    parent = subprocess.Popen(["bash", "-c", "sleep 600 & sleep 600; true"], start_new_session=True)
    while len(tree(living(parent.pid))) < 3:
        time.sleep(0.01)
    for each in tree(living(parent.pid)):
        os.kill(each.pid, signal.SIGSTOP)
    yield

def test_is_killed_meanwhile(stopped):
    note("waiting.json")
    time.sleep(600)
"""
WAITS_FOR_SERVE = """
def test_is_killed_meanwhile():
    ServeProcess(FOLDER / "var").ready()
    note("waiting.json")
    time.sleep(600)
"""
IMPATIENT = """
import tests.support.servers.processes as polling
polling.PATIENCE = 0.1

"""


class TestRun:
    """pytest in a process of its own, with tests that write down their processes."""

    __test__ = False

    def __init__(self, folder: Path, *files: str) -> None:
        self._folder = folder
        for n, tests in enumerate(files):
            (folder / f"test_{n}.py").write_text(HERE + tests)
        command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-p", "no:randomly"]
        options = ["--rootdir", str(folder), "-c", os.devnull, str(folder)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (folder / "log").open("wb") as log:
            self.pytest = subprocess.Popen([*command, *options], stdout=log, env=environment)

    def noted(self, name: str) -> set[Process]:
        """Return the processes that a test has written down, when it has."""
        path = self._folder / name
        until(lambda: path.exists() or self.pytest.poll() is not None)
        return {Process(*each) for each in json.loads(path.read_text())}

    def output(self) -> str:
        return (self._folder / "log").read_text()


def test_a_test_that_fails_leaves_no_process(tmp_path: Path) -> None:
    run = TestRun(tmp_path, FAILS, NEXT)
    of_serve, afterwards = run.noted("serve.json"), run.noted("next.json")
    assert len(of_serve) > 5
    assert run.pytest.wait() == pytest.ExitCode.TESTS_FAILED
    assert "1 failed, 1 passed" in run.output()
    assert re.search(r"at most [1-9]\d* processes and [1-9]\d* MB at a time", run.output())
    assert len(afterwards) == 3  # the watchdog, and Python's fork server with its tracker
    assert afterwards < of_serve
    until(lambda: not any(each.alive() for each in of_serve))


@pytest.mark.parametrize("tests", [WAITS, WAITS_FOR_SERVE])
def test_a_test_run_that_is_killed_leaves_no_process(tmp_path: Path, tests: str) -> None:
    run = TestRun(tmp_path, tests)
    below = run.noted("waiting.json")
    assert len(below) > 3
    run.pytest.send_signal(signal.SIGKILL)
    run.pytest.wait()
    until(lambda: not any(each.alive() for each in below))
    assert living(run.pytest.pid) == set()


def test_a_test_that_passes_and_leaves_a_process_is_found(tmp_path: Path) -> None:
    forked = "multiprocessing.get_context('forkserver').Process(target=time.sleep, args=(600,))"
    run = TestRun(
        tmp_path,
        *(
            IMPATIENT + f"def test_leaves_one():\n    {start}\n"
            for start in ("subprocess.Popen(['sleep', '600'])", f"{forked}.start()")
        ),
    )
    assert run.pytest.wait() == pytest.ExitCode.TESTS_FAILED
    assert "left behind: ['sleep 600 ']" in run.output()
    assert "2 passed, 2 errors" in run.output()
