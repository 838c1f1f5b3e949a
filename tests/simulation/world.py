"""Virtual clocks, seeded entropy and no settings of the machine, for as long as a run."""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from types import FunctionType
from typing import Any
from unittest.mock import patch

from tests.simulation.loop import CURRENT, START, VirtualLoop

EPOCH = 1_767_268_800.0  # the wall clock when a run begins: 2026-01-01T12:00:00Z
PRODUCT = ("api", "application", "domain", "projections", "store", "workers")
CLOCKS = (
    *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
    "thread_time",
)


@contextmanager
def virtual_world(loop: VirtualLoop, entropy: Random) -> Iterator[None]:
    """Let every clock show the time of the loop, and make every random byte of the seed.

    Settings in the environment would change the run, so there are none.
    """

    def wall() -> float:
        return EPOCH + loop.time() - START + CURRENT.get(loop.outside).skew

    clocks: dict[str, Callable[..., Any]] = {
        "time": wall,
        "time_ns": lambda: round(wall() * 1e9),
        "monotonic": loop.time,
        "monotonic_ns": lambda: round(loop.time() * 1e9),
        "perf_counter": loop.time,
        "perf_counter_ns": lambda: round(loop.time() * 1e9),
        "thread_time": loop.time,
    }
    real = {getattr(time, name): clocks[name] for name in CLOCKS}
    names, functions = _names_of_clocks(), _defaults_with_clocks()  # before `time` is changed
    bare = {name: text for name, text in os.environ.items() if not name.startswith("LUDOTHEQUE_")}
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, bare, clear=True))
        for name, clock in clocks.items():
            stack.enter_context(patch.object(time, name, clock))
        steady = lambda _: round(loop.time() * 1e9)  # noqa: E731
        stack.enter_context(patch.object(time, "clock_gettime_ns", steady))
        stack.enter_context(patch.object(os, "urandom", entropy.randbytes))
        stack.enter_context(patch.object(random, "_urandom", entropy.randbytes))
        for holder, name in names:
            stack.enter_context(patch.object(holder, name, real[getattr(holder, name)]))
        for function in functions:
            defaults = tuple(
                real.get(each, each) if callable(each) else each
                for each in function.__defaults__ or ()
            )
            stack.enter_context(patch.object(function, "__defaults__", defaults))
        yield


@cache
def _names_of_clocks() -> tuple[tuple[Any, str], ...]:
    """Return the modules of the product that import a clock by its name."""
    real = [getattr(time, name) for name in CLOCKS]
    return tuple(
        (module, name)
        for module in _product()
        for name, value in list(vars(module).items())
        if any(value is clock for clock in real)
    )


@cache
def _defaults_with_clocks() -> tuple[FunctionType, ...]:
    """Return the functions of the product that have a clock as the default of a parameter."""
    real = [getattr(time, name) for name in CLOCKS]
    return tuple(
        function
        for function in _functions()
        if any(each is clock for each in function.__defaults__ or () for clock in real)
    )


def _functions() -> Iterator[FunctionType]:
    for module in _product():
        for value in list(vars(module).values()):
            held = vars(value).values() if isinstance(value, type) else (value,)
            yield from (each for each in held if isinstance(each, FunctionType))


def _product() -> list[Any]:
    return [m for name, m in sorted(sys.modules.items()) if name.partition(".")[0] in PRODUCT]
