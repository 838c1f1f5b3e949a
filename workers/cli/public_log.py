"""The commands for the public log: its keys, its replacement, and a witness of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import click

from workers.cli.base import read_settings


@click.command("rotate-log-key")
def rotate_log_key() -> None:
    """Make a new key for the public log; both keys sign for 30 days, then the new one alone.

    The writer adds the new key to the log. Give it to those who verify the log, and to witnesses.
    """
    from store.public_log.identity import rotate

    click.echo(str(rotate(read_settings().key_directory).verifier))


@click.command("replace-log")
@click.option(
    "--checkpoint",
    type=click.File("rb"),
    help="The last checkpoint of the old log, from a witness, if its folder is lost, too.",
)
def replace_log(checkpoint: BinaryIO | None) -> None:
    """Begin a new public log, because a key of the old one is lost; stop all processes before.

    The new log has another origin and new keys, which are printed. Its first entry names origin,
    size and root of the old log, whose folder is kept beside the new one. Serve that folder as
    static files for those who verify tables of that time.
    """
    from store.public_log.identity import replace_log

    last = None if checkpoint is None else checkpoint.read()
    for key in replace_log(*read_settings().log_identity, last).verifiers:
        click.echo(str(key))


@click.command()
@click.option("--name", required=True, help="Name of the witness: its URL without the scheme.")
@click.option(
    "--log",
    "logs",
    nargs=2,
    multiple=True,
    required=True,
    metavar="KEY URL",
    help="A log to cosign and to monitor: its key and its URL.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("witness"),
    help="Where the witness keeps its key and the latest checkpoints. [default: ./witness]",
)
@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, help="Port to listen on.")
@click.option("--seconds", default=30.0, help="Seconds between two looks at each log.")
def witness(
    name: str, logs: Sequence[tuple[str, str]], folder: Path, host: str, port: int, seconds: float
) -> None:
    """Cosign the checkpoints of public logs, and report what is suspicious in them.

    A cosignature says that the log only grew since this witness first saw it, and nothing else.
    `GET /report` returns what the monitor found, and since when it has watched. The witness needs
    neither a store nor a server of its own; run it where the operator has no power.

    \b
    Example:
      ludotheque witness --name witness.example.net --log KEY https://example.org/log
    """
    from workers.witness.command import run

    run(name, logs, folder, (host, port), seconds)
