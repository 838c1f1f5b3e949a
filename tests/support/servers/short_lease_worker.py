"""`python -m tests.support.servers.short_lease_worker`: a webhooks worker with leases of a second.

A proof that kills it does not wait half a minute for what it was sending.
"""

from application.settings import Settings
from workers.composition.webhooks import webhooks_process
from workers.loop import run_until_signal

LEASE_MS = 1_000

if __name__ == "__main__":
    run_until_signal(webhooks_process(Settings.from_environment(), "killed", LEASE_MS))
