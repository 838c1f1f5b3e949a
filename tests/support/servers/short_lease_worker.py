"""`python -m tests.support.servers.short_lease_worker`: reads feeds and sends, with short leases.

A proof that kills it does not wait half a minute for what it was sending.
"""

import asyncio
from functools import partial

from application.settings import Settings
from workers.composition.loops import run_alone
from workers.composition.projector import projector_loop
from workers.composition.webhooks import webhooks_loop
from workers.loop import run_until_signal

LEASE_MS = 1_000


async def main() -> None:
    settings = Settings.from_environment()
    await asyncio.gather(
        run_alone(projector_loop, settings, "killed"),
        run_alone(partial(webhooks_loop, lease_ms=LEASE_MS), settings),
    )


if __name__ == "__main__":
    run_until_signal(main())
