"""The command `ludotheque upgrade`."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from application.settings import Settings
from workers.cli.base import read_settings

if TYPE_CHECKING:
    from workers.upkeep.upgrade import Upgraded


@click.command()
@click.option("--var", type=click.Path(file_okay=False), help="Data directory.")
def upgrade(var: str | None) -> None:
    """Upgrade the data of release 0.3, so that this release can use it.

    Stop every server and copy the data directory first. Players, tokens, results and webhooks stay.
    Tables that are not over are closed, and all histories move into the archive, where they can be
    read and verified. If the command is interrupted, run it again.

    \b
    Examples:
      ludotheque upgrade --var /srv/ludotheque
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque upgrade
    """
    from store.client.errors import STORE_ERRORS
    from store.embedded.failure import CannotStart
    from workers.upkeep.upgrade import NotUpgraded

    settings = read_settings({"LUDOTHEQUE_VAR": var})
    try:
        with _started(settings) as url:
            report = asyncio.run(_upgraded(settings, url))
    except (NotUpgraded, CannotStart) as why:
        raise click.ClickException(str(why)) from None
    except STORE_ERRORS as failure:
        raise click.ClickException(f"The store does not respond: {failure}") from None
    if report is None:
        click.echo("Nothing to upgrade: this release can use the data as it is.")
    else:
        click.echo(f"{report.tables} tables archived, {report.closed} of them were not over.")
        click.echo("Now start the server: ludotheque serve")


@contextmanager
def _started(settings: Settings) -> Iterator[str]:
    """Start the embedded store unless there is another one; yield its URL."""
    from store.embedded.server import EmbeddedServer

    if settings.redis_url is not None:
        yield settings.redis_url
        return
    if not settings.store_directory.is_dir():
        raise click.ClickException(f"There is no store in {settings.var}. Name the folder: --var")
    server = EmbeddedServer(settings.store_directory, settings.fsync)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


async def _upgraded(settings: Settings, url: str) -> "Upgraded | None":
    from msgspec.structs import replace

    from store.connect import Store
    from workers.upkeep.upgrade import Upgrade

    store = Store.of(replace(settings, redis_url=url), retrying=True)
    try:
        return await Upgrade(store, lambda line: click.echo(f"{line} …", err=True)).run()
    finally:
        await store.aclose()
