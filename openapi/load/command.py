"""`ludotheque load`: the options of the command line and the exit codes."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import uvloop
from click import option

from openapi.load import report, session
from openapi.load.goals.ci_files import junit, markdown
from openapi.load.goals.slo import BadGoals, Finding, Goal, judge, read_goals
from openapi.load.limit.cause import cause, explained
from openapi.load.limit.find import Stopped, find_limit
from openapi.load.mix import BadMix
from openapi.load.own_server import DidNotStart
from openapi.load.plan.options import describes_load, load_options
from openapi.load.report import Report
from openapi.load.reporting import compare
from openapi.load.reporting.page import page
from openapi.load.reporting.progress import Progress
from openapi.load.reporting.text_report import as_text
from openapi.load.session import LoadOptions
from openapi.load.target import NotAllowed, Target, target

HELP = {"help_option_names": ["-h", "--help"], "show_default": True}
BASE = "URL of a running server. [default: port 8000 here, else a temporary server]"
COMPARE = "Compare with this report; exit code 3 if worse."
NOTHING_PLAYED, CANNOT, WORSE, MISSED = 1, 2, 3, 4
FIRST_TURNS = 8.0  # per second, of a search for the limit
FILE = click.Path(dir_okay=False, path_type=Path)
EXPECTED_ERRORS = (
    OSError,
    BadGoals,
    BadMix,
    DidNotStart,
    NotAllowed,
    Stopped,
    compare.Incomparable,
    report.Unreadable,
    session.Unreachable,
)


@click.command(context_settings=HELP)
@option("--base", metavar="URL", help=BASE)
@describes_load
@option("--slo", type=FILE, help="Judge the run by the goals in this TOML file.")
@option("--find-limit", is_flag=True, help="Search for the highest rate that --slo allows.")
@option("--json", "json_file", type=FILE, help="Write the report to this file as JSON.")
@option("--html", "html_file", type=FILE, help="Write a page with charts to this file.")
@option("--junit", "junit_file", type=FILE, help="Write the verdict to this file as XML.")
@option("--markdown", "markdown_file", type=FILE, help="Write a summary to this file.")
@option("--compare", "old", type=FILE, metavar="OLD.json", help=COMPARE)
@option("--saved", type=FILE, metavar="NEW.json", help="Use this report instead of a new run.")
@option(
    "--margin", type=click.FloatRange(0), default=20.0, help="Percent that --compare tolerates."
)
@option("--i-own-this-server", "owned", is_flag=True, help="Allow a server on another machine.")
def load(old: Path | None, slo: Path | None, margin: float, **others: Any) -> None:
    """Play tables at a planned rate, then report throughput, latency and errors.

    The players use only the server's OpenAPI document and its lists of actions. A fixed schedule
    opens tables and takes turns, whatever the server does. Latency counts from the scheduled time.

    \b
    Examples:
      ludotheque load                              10 s on a temporary server
      ludotheque load --base http://127.0.0.1:8000 --rate 5 --seconds 60 --html load.html
      ludotheque load --mix some_game:3=2,other_game:4=1 --think 0.5
      ludotheque load --slo slo.toml --junit load.xml --markdown load.md
      ludotheque load --find-limit --slo slo.toml
      ludotheque load --saved new.json --compare old.json --margin 25

    \b
    Exit codes:
      0  the run is complete
      1  no table had a move
      2  the run was not possible
      3  worse than OLD.json by more than the margin
      4  a goal was missed, or no rate meets the goals
    """
    try:
        before = None if old is None else report.read(old)
        goals = [] if slo is None else read_goals(slo)
        result, findings = _measured(goals, **others)
        worse = before is not None and _is_worse(before, result, margin)
    except EXPECTED_ERRORS as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(CANNOT)
    missed = 0 if all(each.held for each in findings) else MISSED
    sys.exit(WORSE if worse else missed if result.played else NOTHING_PLAYED)


def _measured(
    goals: list[Goal], saved: Path | None, find_limit: bool, **others: Any
) -> tuple[Report, list[Finding]]:
    """Run or read a report, show it and write all files; return it with what the goals say."""
    files = {kind: others.pop(f"{kind}_file") for kind in ("json", "html", "junit", "markdown")}
    _check_writable(*files.values())
    if find_limit and not goals:
        raise BadGoals("--find-limit needs goals: give a file with --slo")
    result = report.read(saved) if saved else _run(goals if find_limit else None, **others)
    findings = judge(result, goals)
    click.echo(as_text(result))
    _show(result, findings)
    _write(files["json"], report.saved(result))
    _write(files["html"], page(result).encode())
    _write(files["junit"], junit(result, findings))
    _write(files["markdown"], markdown(result, findings).encode())
    return result, findings


def _show(result: Report, findings: list[Finding]) -> None:
    for each in findings:
        click.echo(f"{'' if each.held else '! '}{each}")
    if result.limit is None and not all(each.held for each in findings):
        for line in explained(cause(result.busy, result.errors), result.busy):
            click.echo(line)


def _run(goals: list[Goal] | None, base: str | None, owned: bool, **others: Any) -> Report:
    """Run once; with goals, as often as the search for the limit needs."""
    options = load_options(**others)
    if goals is not None and not options.think:
        raise BadMix("--find-limit needs players who think: --think must be more than 0")
    with target(base, owned) as found:
        options = replace(options, store=options.store or found.store)
        if goals is None:
            click.echo(f"Loading {found.base} for {options.seconds:g} s.", err=True)
            return _run_once(found, options)
        click.echo(
            f"Searching the limit of {found.base} by runs of {options.seconds:g} s.", err=True
        )
        return find_limit(
            goals,
            options.turns or FIRST_TURNS,
            options.most / options.think,
            lambda turns: _run_once(found, replace(options, turns=turns)),
            lambda line: click.echo(line, err=True),
        )


def _run_once(found: Target, options: LoadOptions) -> Report:
    progress = Progress(options.seconds, sys.stderr)
    try:
        return uvloop.run(session.run(found.base, options, progress, progress.say))
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
        click.echo(f"Wrote {file}.", err=True)


def _is_worse(old: Report, new: Report, margin: float) -> bool:
    text, worse = compare.verdict(compare.compared(old, new), margin)
    click.echo(f"\n{text}")
    return worse


def main(arguments: Sequence[str] | None = None) -> None:
    load.main(arguments, prog_name="ludotheque load")
