"""The loop `bots`."""

from application.administration.watch import AdministrationWatch
from store.errors import STORE_ERRORS
from workers.bots import Bots
from workers.composition.parts import Parts
from workers.loop import repeat


async def bots_loop(parts: Parts) -> None:
    """Choose and send the moves of bots."""
    bots = Bots(parts.tables, AdministrationWatch(parts.store.acts))
    await repeat(lambda: bots.step(parts.store.jobs), STORE_ERRORS)
