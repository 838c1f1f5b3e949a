"""The clock in the body of a request."""

from typing import Any


def request_clock(clock: Any) -> Any:
    """Return a clock as a request names it; tests give the seconds per decision for short."""
    return {"kind": "per_decision", "seconds": clock} if isinstance(clock, int) else clock
