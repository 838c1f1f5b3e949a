"""`python -m tests.support.servers.short_lease_worker`: reads feeds and sends, with short leases.

A proof that kills it does not wait half a minute for what it was sending.
"""

import asyncio

from application.settings import Settings
from workers.composition.projector import projector_process
from workers.composition.webhooks import webhooks_process
from workers.loop import run_until_signal

LEASE_MS = 1_000


async def main() -> None:
    settings = Settings.from_environment()
    await asyncio.gather(
        projector_process(settings, "killed"), webhooks_process(settings, LEASE_MS)
    )


if __name__ == "__main__":
    run_until_signal(main())
