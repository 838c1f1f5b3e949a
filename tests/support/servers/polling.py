"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable
from typing import Any


def until(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Return the first true value of `condition`; the limit is generous for busy machines."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(0.02)
    return value
