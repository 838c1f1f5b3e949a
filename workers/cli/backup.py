"""The commands `ludotheque backup` and `ludotheque restore`."""

import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workers.cli.base import read_settings

if TYPE_CHECKING:
    from workers.backup.verification import VerifiedBackup

SECRETS = (
    "The backup holds secrets: the seeds of running tables, the secrets of webhooks, and the keys "
    "of the public log.\nProtect it like the server itself."
)
FOLDER = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
VAR = click.option("--var", type=click.Path(file_okay=False), help="Data directory.")


@click.command()
@FOLDER
@VAR
def backup(folder: Path, var: str | None) -> None:
    """Back up a running server into FOLDER, which must be empty, and verify every table.

    People may play meanwhile. The backup has the store as it was at one instant, the archive, the
    public log and its keys. An archive in a cloud is not copied. Exit code 1 if a table is damaged.

    \b
    Example:
      ludotheque backup /backups/2026-11-17
    """
    from workers.backup.backup import backup as back_up

    report = _run(back_up(read_settings({"LUDOTHEQUE_VAR": var}), folder.absolute(), _say))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    click.echo(f"{report.tables} tables with {report.events} events, {size / 1e6:.1f} MB: {folder}")
    click.echo(SECRETS)
    _finish(report)


@click.command()
@FOLDER
@VAR
def restore(folder: Path, var: str | None) -> None:
    """Restore the backup in FOLDER into an empty data directory, and verify every table.

    Nothing is overwritten. Start the server afterwards: `ludotheque serve`. Exit code 1 if a table
    is damaged.

    \b
    Example:
      ludotheque restore /backups/2026-11-17 --var /srv/ludotheque
    """
    from workers.backup.restore import restore as put_back

    settings = read_settings({"LUDOTHEQUE_VAR": var})
    report = _run(put_back(settings, folder.absolute(), _say))
    click.echo(f"{report.tables} tables with {report.events} events restored: {settings.var}")
    click.echo(f"Now start the server: ludotheque serve --var {settings.var}")
    _finish(report)


def _run(work: Coroutine[Any, Any, "VerifiedBackup"]) -> "VerifiedBackup":
    import asyncio

    from store.backup.manifest import BackupBroken
    from store.client.errors import STORE_ERRORS
    from workers.backup.verification import NotDone

    try:
        return asyncio.run(work)
    except (NotDone, BackupBroken) as why:
        raise click.ClickException(str(why)) from None
    except STORE_ERRORS as failure:
        raise click.ClickException(f"The store does not respond: {failure}") from None
    except OSError as why:
        raise click.ClickException(f"A file could not be read or written: {why}") from None


def _finish(report: "VerifiedBackup") -> None:
    for each in report.damaged:
        click.echo(f"DAMAGED {each}", err=True)
    sys.exit(1 if report.damaged else 0)


def _say(line: str) -> None:
    click.echo(f"{line} …", err=True)
