"""Periodic work wakes up together: what is sent to the store in one turn shares a round trip."""

import asyncio


def until_tick(seconds: float) -> float:
    """Return the seconds until the next multiple of so many."""
    return seconds - asyncio.get_running_loop().time() % seconds
