"""Lets Python look for unreachable objects less often: nearly all are freed without that."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 20)


@contextmanager
def uncollected() -> Iterator[None]:
    """Import modules without looking for garbage in them, which takes a fifth of that time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def collect_seldom() -> None:
    """Collect seldom, and never again what exists by now: it lives as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect seldom for the time of a long job, and only what has been made since."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
