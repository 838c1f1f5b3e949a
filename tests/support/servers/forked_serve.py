"""`python -m tests.support.servers.forked_serve serve`: its processes are forks of the supervisor.

The supervisor and all programs are the real ones. Only Python does not start anew for each of them,
which is most of the processor time that a start of `ludotheque serve` takes.
"""

import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from tests.support.servers.forked_program import become
from workers.cli import main
from workers.supervisor import process

MODULE = "tests.support.servers.forked_serve"
FIRST_FILE = 3  # after stdin, stdout and stderr


class Fork:
    """A program in a fork of this process; as much of `Popen` as the supervisor uses."""

    def __init__(self, words: Sequence[str], env: Mapping[str, str]) -> None:
        self._code: int | None = None
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _run(words, env)

    def poll(self) -> int | None:
        return self._await(os.WNOHANG)

    def wait(self) -> int | None:
        return self._await(0)

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def _await(self, how: int) -> int | None:
        if self._code is None:
            ended, status = os.waitpid(self.pid, how)
            self._code = os.waitstatus_to_exitcode(status) if ended else None
        return self._code


def _run(words: Sequence[str], env: Mapping[str, str]) -> None:
    """Run the program as if it had been executed: without signal handlers and open files."""
    code = 1
    try:
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, signal.SIG_DFL)
        os.closerange(FIRST_FILE, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        become(words, env)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - the process ends here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def start(command: Sequence[str], env: Mapping[str, str], **options: Any) -> Any:
    """Fork for a program of this repository; start any other one."""
    if sys.executable in command[1:]:
        return Fork(command[command.index("-m") + 1 :], env)
    return subprocess.Popen(command, env=env, **options)


if __name__ == "__main__":
    forking = SimpleNamespace(Popen=start, DEVNULL=subprocess.DEVNULL)
    setattr(process, "subprocess", forking)  # noqa: B010
    main(prog_name="ludotheque")
