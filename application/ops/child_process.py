"""Child processes that end with their parent, however the parent ends."""

import os
import signal
import sys

# Linux: PR_SET_PDEATHSIG = 1 delivers SIGTERM when the parent dies; then become the program.
_LAUNCH = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the parent is gone")
os.execv(sys.argv[2], sys.argv[2:])
"""


def bound_to_parent(program: str, *arguments: str) -> list[str]:
    """Return the command line that runs a program until this process ends."""
    return [sys.executable, "-I", "-S", "-c", _LAUNCH, str(os.getpid()), program, *arguments]


def how_it_ended(code: int) -> str:
    """Return what a return code of `subprocess` means."""
    return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"
