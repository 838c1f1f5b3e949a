"""Checks again what looks wrong: while people play, keys are read at different moments."""

import asyncio
from collections.abc import Awaitable, Callable

from workers.upkeep.scrub.report import DamageFound

RECHECKS = 4
PAUSE_SECONDS = 0.25

Check = Callable[[], Awaitable[list[DamageFound]]]


async def lasting(check: Check) -> list[DamageFound]:
    """Return the findings that every one of several checks makes."""
    found = await check()
    for _ in range(RECHECKS):
        if not found:
            break
        await asyncio.sleep(PAUSE_SECONDS)
        known = {each.damage for each in found}
        found = [each for each in await check() if each.damage in known]
    return found
