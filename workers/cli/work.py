"""The command `ludotheque work`: one process of a larger installation."""

import os
import socket
import sys

import click

from application.ops.gc_tuning import uncollected
from application.setting_values import SettingError
from application.settings import Settings
from workers.cli.base import read_settings

PARTS = {
    "server": "the API, and every loop below beside it",
    "jobs": "the jobs of the queue: audits, rebuilds, scrubs and the archive",
    "projector": "the loop that keeps lists and leaderboards up to date, and queues notices",
    "timers": "the loop that plays defaults after missed deadlines, and queues periodic jobs",
    "webhooks": "the loop that sends notices to webhooks",
    "log": "the loop that appends to the public log, and signs its checkpoints",
    "archivist": "the loop that moves closed tables into the archive, and trims the feeds",
}
WHAT = "\n".join(f"      {name:<10} {about}" for name, about in PARTS.items())


@click.command(
    help=f"""Run one process of a larger installation: PART of it. `serve` runs everything.

    \b
    Parts:
{WHAT}

    A loop alone is for an installation with API processes that run none (`python -m api`).
    Of several, one does the work of the projector, of the log or of the archivist.

    \b
    Examples:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work server
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work timers
    """
)
@click.argument("part", type=click.Choice(list(PARTS)), metavar="PART")
@click.option(
    "--name",
    help="Name of this process; another one that is restarted with it goes on at once."
    " [default: the host name, with the address of a server, with the process id of a log]",
)
def work(part: str, name: str | None) -> None:
    try:
        run_part(read_settings(), part, name)
    except SettingError as wrong:
        click.echo(f"ludotheque: {wrong}", err=True)
        sys.exit(os.EX_CONFIG)  # `serve` does not try again


def run_part(settings: Settings, part: str, name: str | None) -> None:
    """Run one part until a signal; raises SettingError before anything runs."""
    if part == "server":
        with uncollected():
            from workers.server import run_server

        run_server(settings, name)
    elif part == "jobs":
        with uncollected():
            from workers.job_worker import run_jobs

        run_jobs(settings)
    else:
        with uncollected():
            from workers.composition.loops import run_loop

        host = socket.gethostname()
        run_loop(settings, part, name or (f"{host}-{os.getpid()}" if part == "log" else host))
