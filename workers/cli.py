"""The `ludotheque` command; each part imports what it needs, so that `serve` is up quickly."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import BinaryIO, TypeVar

import click

from application.worker_settings import NotSet, Settings

T = TypeVar("T")
HELP = {"help_option_names": ["-h", "--help"]}


def _version() -> str:
    try:
        return version("ludotheque")
    except PackageNotFoundError:
        return "not installed"


@click.group(context_settings=HELP)
@click.version_option(_version(), prog_name="ludotheque")
def main() -> None:
    """An event-sourced game server.

    \b
    Examples:
      ludotheque serve                 everything on this machine, data in ./var
      PORT=9000 ludotheque serve       the same on another port
      ludotheque load --seconds 30     how much it bears, as a report with percentiles
      ludotheque rebuild               make the list of tables anew from the histories
      ludotheque rebuild ranking       the same for leaderboards and records
      ludotheque verify history.ndjson check a history from any machine, offline
      ludotheque scrub                 look at every table in the store for damage
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work timers
                                       one worker of a larger installation

    \b
    Environment:
      PORT, HOST              where to listen (8000, 127.0.0.1)
      LUDOTHEQUE_VAR          data directory of `serve` (./var)
      LUDOTHEQUE_FSYNC        always, everysec or no (always)
      LUDOTHEQUE_REDIS_URL    a Redis or Valkey to use instead of an own one
      LUDOTHEQUE_QUEUE_URL    where chores wait (database 1 of the same server)
      LUDOTHEQUE_CACHED_TABLES  tables one API process keeps in memory (10000)
      LUDOTHEQUE_WEBHOOKS_LOOPBACK  1: webhooks may lead to this machine (development)
      LUDOTHEQUE_SCRUB_HOURS  how often a worker scrubs the store (24; 0 = never)
      LUDOTHEQUE_STORE_SECONDS  how long the store may take to answer (0.9)
      LUDOTHEQUE_LOG            text or json (text)
      The README lists the others: limits, streams, CORS.
    """


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on (or PORT).")
@click.option("--host", help="Address to listen on (or HOST).")
@click.option("--var", type=click.Path(file_okay=False), help="Data directory.")
def serve(port: int | None, host: str | None, var: str | None) -> None:
    """Start the store, the API and all workers; Ctrl-C stops them in order.

    \b
    Examples:
      ludotheque serve
      ludotheque serve --port 9000 --var /srv/ludotheque
    """
    from workers.supervisor import supervisor

    given = {"PORT": port, "HOST": host, "LUDOTHEQUE_VAR": var}
    sys.exit(supervisor.serve(_settings(given)))


@main.group()
def work() -> None:
    """Run one worker of a larger installation; `serve` runs all of them.

    \b
    Example:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work projector
    """


@work.command("projector")
@click.option("--name", default=socket.gethostname, help="Name among projectors [this machine's].")
def work_projector(name: str) -> None:
    """Keep the list of tables and the leaderboards up to date with the histories."""
    from workers import projector
    from workers.loop import until_told

    until_told(projector.run(_named(_settings().store), name))


@work.command("timers")
def work_timers() -> None:
    """Call time where a deadline has passed, wake bots, and ask for the chores that come round."""
    from workers import timers
    from workers.loop import until_told

    settings = _settings()
    store, queue = _named(settings.store), _named(settings.queue)
    until_told(timers.run(store, queue, settings.scrub_hours))


@work.command("jobs")
def work_jobs() -> None:
    """Do the chores that wait in the queue."""
    from workers import job_worker

    job_worker.run(_named(_settings().queue))


@work.command("bots")
def work_bots() -> None:
    """Play for bots when the timers wake them."""
    from workers import job_worker

    job_worker.run_bots(_named(_settings().queue))


@work.command("webhooks")
@click.option("--name", default=socket.gethostname, help="Name among its like [this machine's].")
def work_webhooks(name: str) -> None:
    """Tell webhooks what happens at the tables."""
    from workers.loop import until_told
    from workers.webhooks import notifier

    settings = _settings()
    until_told(notifier.run(_named(settings.store), name, settings.webhooks_loopback))


@main.command()
@click.argument("model", type=click.Choice(["shelf", "ranking"]), default="shelf")
@click.option("--queue", "queued", is_flag=True, help="Let a worker do it.")
def rebuild(model: str, queued: bool) -> None:
    """Make a read model anew beside the old one, compare, and put it in place.

    MODEL is `shelf`, the list of tables (the default), or `ranking`, leaderboards and records.
    Safe at any time, also while people play. Exit code 1 if the old one was wrong somewhere.
    """
    import msgspec

    from workers import job_worker
    from workers.jobs import MODELS
    from workers.loop import TROUBLE

    settings = _settings()
    try:
        if queued:
            job = job_worker.enqueue(_named(settings.queue), "rebuild", model)
            click.echo(f"queued as job {job.id}")
            return
        report = asyncio.run(MODELS[model](_named(settings.store)))
    except TROUBLE as why:
        raise click.ClickException(f"The store cannot be reached: {why}") from None
    click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    sys.exit(1 if report.different else 0)


@main.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def load(words: tuple[str, ...]) -> None:
    """Play tables at a steady rate for a while, then report (`load --help`)."""
    from openapi.load import command

    command.main(words)


@main.command()
@click.argument("bundle")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.File("rb"),
    help="Answers of the server that you kept: their heads must be those of the bundle.",
)
def verify(bundle: str, as_json: bool, receipts: Sequence[BinaryIO]) -> None:
    """Check a history: form, chain, seed, every draw, every command by the rules.

    BUNDLE is a file (JSON or NDJSON, also gzipped), `-` or the address of a history. Exit code 0:
    PASS; 1: FAIL, or it is no bundle; 3: the table is not closed yet, the chain holds so far.

    \b
    Examples:
      ludotheque verify history.ndjson
      ludotheque verify http://127.0.0.1:8000/v1/tables/<table>/history
      ludotheque verify history.json --receipt answers.ndjson --json
    """
    from workers import verify as auditor

    sys.exit(auditor.run(bundle, receipts, as_json))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.option("--quick", is_flag=True, help="Only chains and folds: no luck, no rules.")
@click.option("--queue", "queued", is_flag=True, help="Let a worker do it.")
def scrub(as_json: bool, quick: bool, queued: bool) -> None:
    """Look at every table in the store: chain, fold, luck, rules.

    Safe at any time. Exit code 1 if anything is damaged; the damaged tables are named.

    \b
    Example:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque scrub
    """
    from workers import job_worker
    from workers import scrub as store
    from workers.loop import TROUBLE

    settings = _settings()
    try:
        if queued:
            click.echo(f"queued as job {job_worker.enqueue(_named(settings.queue), 'scrub').id}")
            return
        sys.exit(store.run(_named(settings.store), quick, as_json))
    except TROUBLE as why:
        raise click.ClickException(f"The store cannot be reached: {why}") from None


def _settings(given: Mapping[str, object] | None = None) -> Settings:
    said = {name: str(value) for name, value in (given or {}).items() if value is not None}
    return _named(lambda: Settings.from_environment({**os.environ, **said}))


def _named(setting: Callable[[], T]) -> T:
    try:
        return setting()
    except NotSet as why:
        raise click.ClickException(str(why)) from None
