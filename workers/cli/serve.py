"""The command `ludotheque serve`."""

import sys

import click

from application.ops.gc_tuning import uncollected
from workers.cli.base import read_settings


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on. [env: PORT]")
@click.option("--host", help="Address to listen on. [env: HOST]")
@click.option(
    "--var", type=click.Path(file_okay=False), help="Data directory. [env: LUDOTHEQUE_VAR]"
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Server processes; two or more need HAProxy. [env: LUDOTHEQUE_PROCESSES]",
)
def serve(port: int | None, host: str | None, var: str | None, processes: int | None) -> None:
    """Start the store, the server and a worker for jobs. Ctrl-C stops them.

    \b
    Examples:
      ludotheque serve
      ludotheque serve --port 9000 --var /srv/ludotheque
      ludotheque serve --processes 4
    """
    with uncollected():
        from workers.supervisor import supervisor

    given = {
        "PORT": port,
        "HOST": host,
        "LUDOTHEQUE_VAR": var,
        "LUDOTHEQUE_PROCESSES": processes,
    }
    sys.exit(supervisor.serve(read_settings(given)))
