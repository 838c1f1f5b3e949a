"""The `ludotheque` command; each subcommand imports its own modules, so `serve` starts fast."""

import asyncio
import os
import socket
import sys
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from application.setting_values import SettingError
from application.settings import Settings, described, environment_with
from application.version import VERSION
from workers.doctor.command import doctor
from workers.game_commands import games, new_game
from workers.repair_command import repair

T = TypeVar("T")
HELP = {"help_option_names": ["-h", "--help"]}


def _process_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"


class Commands(click.Group):
    """Reports an invalid or missing setting as a message, for every command."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SettingError as wrong:
            raise click.ClickException(str(wrong)) from None


@click.group(cls=Commands, context_settings=HELP)
@click.version_option(VERSION, prog_name="ludotheque")
def main() -> None:
    """An event-sourced game server.

    \b
    Examples:
      ludotheque serve                  run everything on this machine, data in ./var
      PORT=9000 ludotheque serve        use another port
      ludotheque load --seconds 30      run a load test and print percentiles
      ludotheque rebuild                rebuild the list of tables from the histories
      ludotheque rebuild leaderboard    rebuild leaderboards and records
      ludotheque verify history.ndjson  verify a history offline
      ludotheque scrub                  check every table in the store for damage
      ludotheque repair                 repair the files of a store that does not start
      ludotheque doctor                 say what is unsafe and what to do
      ludotheque games                  list the games and their packages
      ludotheque new-game star_race     write a game of your own to start with
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work timers
                                        run one worker of a larger installation

    Settings are environment variables; `ludotheque settings` lists them.
    """


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on. [env: PORT]")
@click.option("--host", help="Address to listen on. [env: HOST]")
@click.option(
    "--var", type=click.Path(file_okay=False), help="Data directory. [env: LUDOTHEQUE_VAR]"
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="API processes; two or more need HAProxy. [env: LUDOTHEQUE_PROCESSES]",
)
def serve(port: int | None, host: str | None, var: str | None, processes: int | None) -> None:
    """Start the store, the API and all workers. Ctrl-C stops them.

    \b
    Examples:
      ludotheque serve
      ludotheque serve --port 9000 --var /srv/ludotheque
      ludotheque serve --processes 4
    """
    from workers.supervisor import supervisor

    given = {
        "PORT": port,
        "HOST": host,
        "LUDOTHEQUE_VAR": var,
        "LUDOTHEQUE_PROCESSES": processes,
    }
    sys.exit(supervisor.serve(_settings(given)))


@main.group()
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
    """Keep the list of tables and the leaderboards up to date with the histories."""
    from workers.composition import run_projector

    run_projector(_settings(), name)


@work.command("timers")
def work_timers() -> None:
    """Play the default move after a missed deadline, wake bots, and queue periodic jobs."""
    from workers.composition import run_timers

    run_timers(_settings())


@work.command("jobs")
def work_jobs() -> None:
    """Run the jobs of the queue: audits, rebuilds and scrubs."""
    from workers.job_worker import run_jobs

    run_jobs(_settings())


@work.command("bots")
def work_bots() -> None:
    """Choose and send the moves of bots."""
    from workers.job_worker import run_bots

    run_bots(_settings())


@work.command("webhooks")
@click.option(
    "--name", default=socket.gethostname, help="Unique name of this worker. [default: host name]"
)
def work_webhooks(name: str) -> None:
    """Send notices to webhooks."""
    from workers.composition import run_webhooks

    run_webhooks(_settings(), name)


@work.command("archivist")
@click.option(
    "--name", default=socket.gethostname, help="Unique name of this worker. [default: host name]"
)
def work_archivist(name: str) -> None:
    """Move closed tables into the archive, and trim the feeds."""
    from workers.composition import run_archivist

    run_archivist(_settings(), name)


@work.command("log")
@click.option(
    "--name", default=_process_name, help="Unique name of this worker. [default: host and process]"
)
def work_log(name: str) -> None:
    """Append to the public log, sign its checkpoints, and ask witnesses to cosign them."""
    from workers.composition import run_log_writer

    run_log_writer(_settings(), name)


@main.command()
@click.argument("model", type=click.Choice(["tables", "leaderboard"]), default="tables")
@click.option(
    "--queue", "queued", is_flag=True, help="Queue it for a worker instead of running it here."
)
def rebuild(model: str, queued: bool) -> None:
    """Rebuild a read model from the histories, compare it with the old one, and replace it.

    MODEL is `tables` (the list of tables, the default) or `leaderboard` (leaderboards and records).
    You can run this at any time, also during play. The exit code is 1 if the old one had an error.
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
    """Run a load test: play tables at a steady rate and report (see `load --help`)."""
    from openapi.load import command

    command.main(words)


@main.command()
@click.argument("bundle")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.File("rb"),
    help="File of responses that you have kept; their heads must be on the chain of the bundle.",
)
@click.option(
    "--with",
    "others",
    multiple=True,
    help="Further bundle (file or URL): the table that the rewards come from, or a rival for them.",
)
@click.option("--log", "log_url", help="URL of the public log, such as http://example.org/log.")
@click.option("--log-key", help="The key that verifies checkpoints of the log.")
@click.option(
    "--policy",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="C2SP policy file: the logs and witnesses you trust, and how many must cosign.",
)
@click.option(
    "--proof",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Proof that the log has the end of the table, from `GET …/receipt`; needs no network.",
)
@click.option("--scan", is_flag=True, help="Read the whole log for entries that deny the history.")
def verify(
    bundle: str,
    as_json: bool,
    receipts: Sequence[BinaryIO],
    others: Sequence[str],
    log_url: str | None,
    log_key: str | None,
    policy: Path | None,
    proof: Path | None,
    scan: bool,
) -> None:
    """Verify the history of a table: format, hash chain, seed, every draw and every command.

    The report lists what was checked and what was not.

    BUNDLE is a file (JSON or NDJSON, optionally gzipped), `-` for standard input, or the URL of a
    history.

    \b
    Exit codes:
      0  PASS
      1  FAIL, or the input is not a bundle
      3  UNFINISHED: the table is not closed yet; its chain is correct so far
      4  UNKNOWN_RULES: all but the rules is correct; they are not installed here

    \b
    Examples:
      ludotheque verify history.ndjson
      ludotheque verify http://127.0.0.1:8000/v1/tables/<table>/history
      ludotheque verify history.json --receipt answers.ndjson --json
      ludotheque verify second.ndjson --with first.ndjson
      ludotheque verify history.ndjson --log https://example.org/log --policy trusted.policy
      ludotheque verify history.ndjson --proof receipt.txt --policy trusted.policy
    """
    from workers import verify as auditor
    from workers.verify_log import LogOptions

    log = LogOptions(log_url, log_key, policy, scan, proof) if log_url or proof else None
    sys.exit(auditor.run(bundle, receipts, as_json, others, log))


@main.command("rotate-log-key")
def rotate_log_key() -> None:
    """Make a new key for the public log; both keys sign for 30 days, then the new one alone.

    The writer adds the new key to the log. Give it to those who verify the log, and to witnesses.
    """
    from store.public_log.identity import rotate

    click.echo(str(rotate(_settings().key_directory).verifier))


@main.command("replace-log")
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
    from store.public_log.replacing import replace_log

    last = None if checkpoint is None else checkpoint.read()
    for key in replace_log(*_settings().log_identity, last).verifiers:
        click.echo(str(key))


@main.command()
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


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--quick", is_flag=True, help="Check only hash chains and events, not draws and rules."
)
@click.option("--repair", "mends", is_flag=True, help="Mend what is derived from the histories.")
@click.option(
    "--queue", "queued", is_flag=True, help="Queue it for a worker instead of running it here."
)
def scrub(as_json: bool, quick: bool, mends: bool, queued: bool) -> None:
    """Check every key in the store: histories by the rules, the rest against the histories.

    You can run it at any time, also while people play. If a key is damaged, the report names it
    and says what to do, and the exit code is 1. With --repair, the command writes idempotency
    records, feeds, deadlines, lists and leaderboards again. It never changes a history.

    \b
    Examples:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque scrub
      ludotheque scrub --repair
    """
    from workers import composition
    from workers.scrub.report import as_text

    if queued:
        _enqueue("scrub", *(["repair"] if mends else []))
        return
    settings = _settings()
    tables = _with_store(composition.count_tables(settings))
    with click.progressbar(
        length=tables, label="Scrubbing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        report = _with_store(composition.scrub(settings, quick, lambda _: bar.update(1), mends))
    if as_json:
        _print_json(report)
    else:
        click.echo(as_text(report))
    sys.exit(0 if report.sound else 1)


@main.command()
@click.option("--month", required=True, help="The month in which the tables closed: 2026-11.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("export"),
    help="Where the files are written. [default: ./export]",
)
@click.argument("format_", metavar="FORMAT", type=click.Choice(["parquet"]), default="parquet")
def export(month: str, folder: Path, format_: str) -> None:
    """Export the public tables that closed in a month: games, events and results.

    Ids are those of public histories. Names, private tables and forks are left out.

    \b
    Example:
      ludotheque export --month 2026-11 parquet
    """
    from workers import composition

    _print_json(_with_store(composition.export(_settings(), month, folder)))


@main.command()
def settings() -> None:
    """List every setting: its environment variable, its default and its effect."""
    for each in described():
        click.echo(f"{each.variable} [{each.default}]\n    {each.about}")


for command in (doctor, games, new_game, repair):
    main.add_command(command)


def _settings(given: Mapping[str, object] | None = None) -> Settings:
    """Read the settings; options of the command line count before the environment."""
    options = {name: str(value) for name, value in (given or {}).items() if value is not None}
    return Settings.from_environment(environment_with(options))


def _enqueue(name: str, *args: str) -> None:
    from workers import composition

    job = _with_store(composition.enqueue(_settings(), name, *args))
    click.echo(f"Queued as job {job}.")


def _with_store(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; a store that cannot be reached is reported as a message."""
    from store.errors import STORE_ERRORS

    try:
        return asyncio.run(work)
    except STORE_ERRORS as failure:
        raise click.ClickException(f"The store does not respond: {failure}") from None


def _print_json(report: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
