"""The `ludotheque` command; each part imports what it needs, so that `serve` is up quickly."""

import asyncio
import socket
import sys
from collections.abc import Coroutine, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, BinaryIO, TypeVar

import click

from application.setting_values import SettingError
from application.settings import Settings, described, environment_with

T = TypeVar("T")
HELP = {"help_option_names": ["-h", "--help"]}


def _version() -> str:
    try:
        return version("ludotheque")
    except PackageNotFoundError:
        return "not installed"


class Commands(click.Group):
    """Reports an invalid or missing setting as a message, for every command."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SettingError as wrong:
            raise click.ClickException(str(wrong)) from None


@click.group(cls=Commands, context_settings=HELP)
@click.version_option(_version(), prog_name="ludotheque")
def main() -> None:
    """An event-sourced game server.

    \b
    Examples:
      ludotheque serve                 everything on this machine, data in ./var
      PORT=9000 ludotheque serve       the same on another port
      ludotheque load --seconds 30     a load test with a report of percentiles
      ludotheque rebuild               rebuild the list of tables from the histories
      ludotheque rebuild leaderboard   the same for leaderboards and records
      ludotheque verify history.ndjson check a history from any machine, offline
      ludotheque scrub                 look at every table in the store for damage
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work timers
                                       one worker of a larger installation

    Settings are environment variables; `ludotheque settings` lists them.
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
    from workers.composition import run_projector

    run_projector(_settings(), name)


@work.command("timers")
def work_timers() -> None:
    """Call time where a deadline has passed, wake bots, and request periodic jobs."""
    from workers.composition import run_timers

    run_timers(_settings())


@work.command("jobs")
def work_jobs() -> None:
    """Do the jobs that wait in the queue."""
    from workers.job_worker import run_jobs

    run_jobs(_settings())


@work.command("bots")
def work_bots() -> None:
    """Play for bots when the timers wake them."""
    from workers.job_worker import run_bots

    run_bots(_settings())


@work.command("webhooks")
@click.option("--name", default=socket.gethostname, help="Name among its like [this machine's].")
def work_webhooks(name: str) -> None:
    """Notify webhooks of what happens at the tables."""
    from workers.composition import run_webhooks

    run_webhooks(_settings(), name)


@main.command()
@click.argument("model", type=click.Choice(["tables", "leaderboard"]), default="tables")
@click.option("--queue", "queued", is_flag=True, help="Let a worker do it.")
def rebuild(model: str, queued: bool) -> None:
    """Rebuild a read model beside the old one, compare, and put it in place.

    MODEL is `tables`, the list of tables (the default), or `leaderboard`, leaderboards and records.
    Safe at any time, also while people play. Exit code 1 if the old one was wrong somewhere.
    """
    from workers.jobs import MODELS

    if queued:
        _enqueue("rebuild", model)
        return
    report = _with_store(MODELS[model](_settings()))
    _print_json(report)
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
@click.option("--quick", is_flag=True, help="Check only chains and folds: no luck, no rules.")
@click.option("--repair", is_flag=True, help="Mend what is derived from the histories.")
@click.option("--queue", "queued", is_flag=True, help="Let a worker do it.")
def scrub(as_json: bool, quick: bool, repair: bool, queued: bool) -> None:
    """Check every key in the store: histories by the rules, all else against the histories.

    Safe at any time, also while people play. Exit code 1 if anything is damaged; each damaged
    key is named, with what to do about it. --repair mends idempotency records, feeds, deadlines,
    lists and leaderboards; it never changes a history.

    \b
    Examples:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque scrub
      ludotheque scrub --repair
    """
    from workers import composition
    from workers.scrub.report import as_text

    if queued:
        _enqueue("scrub", *(["repair"] if repair else []))
        return
    settings = _settings()
    tables = _with_store(composition.count_tables(settings))
    with click.progressbar(
        length=tables, label="Scrubbing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        report = _with_store(composition.scrub(settings, quick, lambda _: bar.update(1), repair))
    if as_json:
        _print_json(report)
    else:
        click.echo(as_text(report))
    sys.exit(0 if report.sound else 1)


@main.command()
def settings() -> None:
    """List every setting: its environment variable, its default and what it does."""
    for each in described():
        click.echo(f"{each.variable} [{each.default}]\n    {each.about}")


def _settings(given: Mapping[str, object] | None = None) -> Settings:
    """Read the settings; options of the command line count before the environment."""
    options = {name: str(value) for name, value in (given or {}).items() if value is not None}
    return Settings.from_environment(environment_with(options))


def _enqueue(name: str, *args: str) -> None:
    from workers import composition

    job = _with_store(composition.enqueue(_settings(), name, *args))
    click.echo(f"queued as job {job}")


def _with_store(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; a store that cannot be reached is reported as a message."""
    from store.errors import STORE_ERRORS

    try:
        return asyncio.run(work)
    except STORE_ERRORS as failure:
        raise click.ClickException(f"The store cannot be reached: {failure}") from None


def _print_json(report: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
