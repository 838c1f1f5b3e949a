"""`ludotheque load`: the options of the command line and the exit codes."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from openapi.load import report, session
from openapi.load.mix import BadMix, parse_mix
from openapi.load.own_server import DidNotStart
from openapi.load.report import Report
from openapi.load.reporting import compare
from openapi.load.reporting.page import page
from openapi.load.reporting.progress import Progress
from openapi.load.reporting.text_report import as_text
from openapi.load.session import LoadOptions
from openapi.load.target import NotAllowed, target

HELP = {"help_option_names": ["-h", "--help"], "show_default": True}
ALL = "every game with its fewest seats"
NOTHING_PLAYED, CANNOT, WORSE = 1, 2, 3
FC = TypeVar("FC", bound=Callable[..., Any])
FILE = click.Path(dir_okay=False, path_type=Path)
EXPECTED_ERRORS = (
    OSError,
    BadMix,
    DidNotStart,
    NotAllowed,
    compare.Incomparable,
    report.Unreadable,
    session.Unreachable,
)


def _number(
    name: str, least: float, most: float | None, default: float, text: str
) -> Callable[[FC], FC]:
    """Return an option that takes a number within these bounds."""
    return click.option(name, type=click.FloatRange(least, most), default=default, help=text)


@click.command(context_settings=HELP)
@click.option(
    "--base",
    metavar="URL",
    help="URL of a running server. [default: port 8000 here, else a temporary server]",
)
@click.option(
    "--mix",
    default="",
    metavar="GAME:SEATS=WEIGHT,…",
    show_default=ALL,
    help="Games and seats to play.",
)
@_number("--rate", 0.01, 10_000, 2.0, "New tables per second.")
@_number("--think", 0, 3600, 0.25, "Mean seconds between turns.")
@_number("--sealed", 0, 1, 0.5, "Share of players who give sealed luck.")
@_number("--lobby", 0, 1, 0.2, "Share of tables whose players find each other in the lobby.")
@click.option(
    "--arrival",
    type=click.Choice(["poisson", "even"]),
    default="poisson",
    help="Distribution of new tables.",
)
@_number("--seconds", 0.1, 86_400, 10.0, "Duration of the run.")
@click.option(
    "--most", type=click.IntRange(1), default=1000, help="Maximum number of tables at once."
)
@click.option(
    "--options", default="{}", metavar="JSON", help='Options by game: {"some_game": {…}}.'
)
@click.option("--seed", type=int, help="Seed of pauses and actions, to repeat a run.")
@click.option("--json", "json_file", type=FILE, help="Write the report to this file as JSON.")
@click.option("--html", "html_file", type=FILE, help="Write a page with charts to this file.")
@click.option(
    "--compare",
    "old",
    type=FILE,
    metavar="OLD.json",
    help="Compare with this report; exit code 3 if worse.",
)
@click.option(
    "--saved", type=FILE, metavar="NEW.json", help="Use this report instead of a new run."
)
@_number("--margin", 0, None, 20.0, "Percent that --compare tolerates.")
@click.option("--insecure", is_flag=True, help="Accept any TLS certificate.")
@click.option(
    "--i-own-this-server", "owned", is_flag=True, help="Allow a server on another machine."
)
def load(
    base: str | None,
    json_file: Path | None,
    html_file: Path | None,
    old: Path | None,
    saved: Path | None,
    margin: float,
    owned: bool,
    **others: Any,
) -> None:
    """Play tables at a steady rate, then report throughput, latency and errors.

    The players use only the server's OpenAPI document and its lists of actions. A fixed schedule
    opens tables and takes turns, whatever the server does. Latency counts from the scheduled time.

    \b
    Examples:
      ludotheque load                              10 s on a temporary server
      ludotheque load --base http://127.0.0.1:8000 --rate 5 --seconds 60 --html load.html
      ludotheque load --mix some_game:3=2,other_game:4=1 --think 0.5
      ludotheque load --json new.json --compare old.json --margin 25
      ludotheque load --saved new.json --compare old.json

    \b
    Exit codes:
      0  the run is complete
      1  no table had a move
      2  the run was not possible
      3  worse than OLD.json by more than the margin
    """
    try:
        before = None if old is None else report.read(old)
        _check_writable(json_file, html_file)
        result = report.read(saved) if saved else _run(base, owned, _load_options(**others))
        _show(result, json_file, html_file)
        worse = before is not None and _is_worse(before, result, margin)
    except EXPECTED_ERRORS as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(CANNOT)
    sys.exit(WORSE if worse else 0 if result.played else NOTHING_PLAYED)


def _load_options(mix: str, options: str, **others: Any) -> LoadOptions:
    try:
        by_game = msgspec.json.decode(options, type=dict[str, dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise BadMix(f"--options must be a JSON object of options by game: {error}") from None
    return LoadOptions(mix=parse_mix(mix), options=by_game, **others)


def _run(base: str | None, owned: bool, options: LoadOptions) -> Report:
    with target(base, owned) as found:
        click.echo(f"Loading {found} for {options.seconds:g} s.", err=True)
        progress = Progress(options.seconds, sys.stderr)
        try:
            return asyncio.run(session.run(found, options, progress))
        finally:
            progress.end()


def _check_writable(*files: Path | None) -> None:
    """Fail before a long run rather than after it."""
    for file in files:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()


def _show(result: Report, json_file: Path | None, html_file: Path | None) -> None:
    """Print the report, and write it to these files."""
    click.echo(as_text(result))
    _write(json_file, report.saved(result))
    _write(html_file, page(result).encode())


def _write(file: Path | None, content: bytes) -> None:
    if file is not None:
        file.write_bytes(content)
        click.echo(f"Wrote {file}.", err=True)


def _is_worse(old: Report, new: Report, margin: float) -> bool:
    text, worse = compare.verdict(compare.compared(old, new), margin)
    click.echo(f"\n{text}")
    return worse


def main(arguments: Sequence[str] | None = None) -> None:
    load.main(arguments, prog_name="ludotheque load")
