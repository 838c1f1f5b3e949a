"""The commands `ludotheque work …`: one worker each."""

import os
import socket

import click

from application.garbage import uncollected
from workers.cli.base import read_settings


def _process_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"


@click.group()
def work() -> None:
    """Run one worker of a larger installation; `serve` runs all of them.

    \b
    Example:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work projector
    """


@work.command("projector")
@click.option(
    "--name", default=socket.gethostname, help="Unique name of this projector. [default: host name]"
)
def work_projector(name: str) -> None:
    """Keep lists and leaderboards up to date with the histories, and queue notices."""
    with uncollected():
        from workers.composition.projector import run_projector

    run_projector(read_settings(), name)


@work.command("timers")
def work_timers() -> None:
    """Play the default move after a missed deadline, wake bots, and queue periodic jobs."""
    with uncollected():
        from workers.composition.timers import run_timers

    run_timers(read_settings())


@work.command("jobs")
def work_jobs() -> None:
    """Run the jobs of the queue: audits, rebuilds and scrubs."""
    with uncollected():
        from workers.job_worker import run_jobs

    run_jobs(read_settings())


@work.command("bots")
def work_bots() -> None:
    """Choose and send the moves of bots."""
    with uncollected():
        from workers.job_worker import run_bots

    run_bots(read_settings())


@work.command("webhooks")
def work_webhooks() -> None:
    """Send notices to webhooks."""
    with uncollected():
        from workers.composition.webhooks import run_webhooks

    run_webhooks(read_settings())


@work.command("archivist")
@click.option(
    "--name", default=socket.gethostname, help="Unique name of this worker. [default: host name]"
)
def work_archivist(name: str) -> None:
    """Move closed tables into the archive, and trim the feeds."""
    with uncollected():
        from workers.composition.archivist import run_archivist

    run_archivist(read_settings(), name)


@work.command("log")
@click.option(
    "--name", default=_process_name, help="Unique name of this worker. [default: host and process]"
)
def work_log(name: str) -> None:
    """Append to the public log, sign its checkpoints, and ask witnesses to cosign them."""
    with uncollected():
        from workers.composition.log_writer import run_log_writer

    run_log_writer(read_settings(), name)
