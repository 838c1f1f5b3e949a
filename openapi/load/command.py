"""`ludotheque load`: the options of the command line and the exit codes."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from openapi.load import compare, report, session
from openapi.load.mix import BadMix, parse_mix
from openapi.load.own_server import DidNotStart
from openapi.load.page import page
from openapi.load.progress import Progress
from openapi.load.report import Report
from openapi.load.session import LoadOptions
from openapi.load.target import NotAllowed, target
from openapi.load.text_report import as_text

HELP = {"help_option_names": ["-h", "--help"], "show_default": True}
ALL = "every game on the shelf at its fewest seats"
NOTHING_PLAYED, CANNOT, WORSE = 1, 2, 3
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


@click.command(context_settings=HELP)
@click.option("--base", metavar="URL", help="A running server [port 8000 here, or an own one].")
@click.option("--mix", default="", metavar="GAME:SEATS=WEIGHT,…", show_default=ALL, help="Tables.")
@click.option("--rate", type=click.FloatRange(0.01, 10_000), default=2.0, help="Tables a second.")
@click.option("--think", type=click.FloatRange(0, 3600), default=0.25, help="Mean s between turns.")
@click.option(
    "--arrival", type=click.Choice(["poisson", "even"]), default="poisson", help="Pauses."
)
@click.option("--seconds", type=click.FloatRange(0.1, 86_400), default=10.0, help="Then it ends.")
@click.option("--most", type=click.IntRange(1), default=1000, help="Tables at once.")
@click.option("--options", default="{}", metavar="JSON", help='Of tables: {"some_game": {…}}.')
@click.option("--seed", type=int, help="Choose the same pauses and actions again.")
@click.option("--json", "json_file", type=FILE, help="Also write the report there.")
@click.option("--html", "html_file", type=FILE, help="Also write a page with charts there.")
@click.option("--compare", "old", type=FILE, metavar="OLD.json", help="Exit code 3 when worse.")
@click.option("--saved", type=FILE, metavar="NEW.json", help="Use this report, run nothing.")
@click.option("--margin", type=click.FloatRange(0), default=20.0, help="Percent, for --compare.")
@click.option("--insecure", is_flag=True, help="Believe any certificate of an https server.")
@click.option("--i-own-this-server", "owned", is_flag=True, help="Load another machine.")
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
    """Play tables at a steady rate for a while, then say how the server bore it.

    Players know nothing but the server's OpenAPI document and the actions lists. Tables come and
    turns are due by a plan that does not wait for the server; latency counts from the plan.

    \b
    Examples:
      ludotheque load                              10 s on a server of its own
      ludotheque load --base http://127.0.0.1:8000 --rate 5 --seconds 60 --html load.html
      ludotheque load --mix some_game:3=2,other_game:4=1 --think 0.5
      ludotheque load --json new.json --compare old.json --margin 25
      ludotheque load --saved new.json --compare old.json

    \b
    Exit codes: 0 as asked; 1 nobody made a move at any table; 2 it could not be done;
      3 worse than OLD.json by more than the margin.
    """
    try:
        before = None if old is None else report.read(old)
        _check_writable(json_file, html_file)
        result = report.read(saved) if saved else _run(base, owned, _load_options(**others))
        click.echo(as_text(result))
        _write(json_file, report.saved(result))
        _write(html_file, page(result).encode())
        worse = before is not None and _is_worse(before, result, margin)
    except EXPECTED_ERRORS as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(CANNOT)
    sys.exit(WORSE if worse else 0 if result.played else NOTHING_PLAYED)


def _load_options(mix: str, options: str, **others: Any) -> LoadOptions:
    try:
        by_game = msgspec.json.decode(options, type=dict[str, dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise BadMix(f"--options is not JSON by game: {error}") from None
    return LoadOptions(mix=parse_mix(mix), options=by_game, **others)


def _run(base: str | None, owned: bool, options: LoadOptions) -> Report:
    with target(base, owned) as found:
        click.echo(f"loading {found} for {options.seconds:g} s", err=True)
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


def _write(file: Path | None, content: bytes) -> None:
    if file is not None:
        file.write_bytes(content)
        click.echo(f"written: {file}", err=True)


def _is_worse(old: Report, new: Report, margin: float) -> bool:
    text, worse = compare.verdict(compare.compared(old, new), margin)
    click.echo(f"\n{text}")
    return worse


def main(arguments: Sequence[str] | None = None) -> None:
    load.main(arguments, prog_name="ludotheque load")
