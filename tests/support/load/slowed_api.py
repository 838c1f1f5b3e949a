"""The API, which signals slow down: its processor is taken, or its event loop blocked."""

import signal
import time
from types import FrameType

from api.__main__ import main

TAKE_PROCESSOR, BLOCK_LOOP, STOP = signal.SIGUSR1, signal.SIGUSR2, signal.SIGWINCH
LONG, SHORT = 0.05, 0.005  # seconds: held, and left to the requests


def take_processor(number: int, frame: FrameType | None) -> None:
    until = time.thread_time() + LONG
    while time.thread_time() < until:
        pass
    signal.setitimer(signal.ITIMER_REAL, SHORT)


def block_loop(number: int, frame: FrameType | None) -> None:
    time.sleep(LONG)
    signal.setitimer(signal.ITIMER_REAL, SHORT)


def begin(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGALRM, take_processor if number == TAKE_PROCESSOR else block_loop)
    signal.setitimer(signal.ITIMER_REAL, SHORT)


def stop(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_IGN)


if __name__ == "__main__":
    for each in (TAKE_PROCESSOR, BLOCK_LOOP):
        signal.signal(each, begin)
    signal.signal(STOP, stop)
    main()
