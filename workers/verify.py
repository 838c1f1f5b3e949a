"""`ludotheque verify`: checks a bundle from a file or a URL and prints a report."""

import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPException
from typing import BinaryIO

import click
import msgspec
from msgspec.structs import replace

from domain.audit import bundle
from domain.audit.finding import WHOLE, CheckFailed, Flaw
from domain.audit.rewards import Verified, verified
from domain.audit.verify import Receipt, Report, read_receipts, verify, verify_with_history
from workers.verify_log import LogOptions, with_log

EXIT = {"PASS": 0, "FAIL": 1, "UNFINISHED": 3, "UNKNOWN_RULES": 4}
SECONDS = 30.0  # without a byte
NDJSON = "application/x-ndjson"


def run(
    name: str,
    kept: Iterable[BinaryIO],
    as_json: bool,
    others: Iterable[str] = (),
    log: LogOptions | None = None,
) -> int:
    report = _report(name, kept, others, log)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        click.echo(as_text(report))
    return EXIT[report.verdict]


def _report(
    name: str, kept: Iterable[BinaryIO], others: Iterable[str], log: LogOptions | None
) -> Report:
    """Verify a bundle; anything wrong with the input is a FAIL with a reason."""
    try:
        held = [receipt for file in kept for receipt in read_receipts(bundle.read(file))]
        beside = [_verified(other) for other in others]
        with closing(_open(name)) as source:
            content = bundle.read(source)
        report = _with_progress_bar(content, held, beside)
        return report if log is None else with_log(content, report, log)
    except CheckFailed as failed:
        found = failed.flaw
    except (OSError, ValueError, HTTPException) as wrong:  # a URL may be anything, too
        found = Flaw("form", WHOLE, f"{name}: {wrong}", "file")
    return Report(verdict="FAIL", flaw=replace(found, line=found.line or 1))


def _verified(name: str) -> Verified:
    """Verify a bundle that another one refers to; it must be correct itself."""
    with closing(_open(name)) as source:
        report, history = verify_with_history(bundle.read(source))
    if report.verdict != "PASS" or history is None or report.head is None:
        why = report.flaw.why if report.flaw else "The table is not closed."
        raise CheckFailed("rewards", WHOLE, f"{name} does not pass: {why}", "file")
    return verified(history, report.head)


def _open(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    if not name.startswith(("http://", "https://")):
        return open(name, "rb")  # closed by the caller
    request = urllib.request.Request(name, headers={"Accept": NDJSON})  # noqa: S310 - see above
    answer: BinaryIO = urllib.request.urlopen(request, timeout=SECONDS)  # noqa: S310
    return answer


def _with_progress_bar(content: bytes, held: list[Receipt], beside: list[Verified]) -> Report:
    """Verify with a progress bar: every event counts twice, for the chain and for the rules."""
    steps = 2 * content.count(b'"leaf":"')
    with click.progressbar(
        length=steps, label="Verifying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        return verify(content, held, bar.update, beside)


def as_text(report: Report) -> str:
    """Return the report as text."""
    mark = "  SANDBOX" if report.sandbox else ""
    lines = [f"{report.verdict}{mark}  {report.table or 'no table'}"]
    if report.game:
        lines.append(
            f"  {report.game}, rules {report.rules_version}, {report.status}: "
            f"{report.events} events, {report.commands} commands, {report.draws} draws"
        )
        if report.rules is not None:
            source = report.rules
            lines.append(f"  rules of {source.distribution} {source.version}, hash {source.hash}")
        lines.append(f"  head {report.head}")
    if report.receipts and report.verdict != "FAIL":
        lines.append(f"  {report.receipts} receipts match")
    if report.verdict == "UNFINISHED":
        lines.append(f"  The chain is correct so far; {report.sealed} events are sealed.")
    if report.verdict == "UNKNOWN_RULES":
        lines.append("  The chain, the seed and every draw are correct; the rules are not judged.")
    lines += (f"  checked: {each}" for each in report.checked)
    lines += (f"  not checked: {each}" for each in report.not_checked)
    if report.flaw is not None:
        lines.append(f"  {report.flaw.check}{_place(report.flaw)}: {report.flaw.why}")
    return "\n".join(lines)


def _place(flaw: Flaw) -> str:
    """Return where a flaw is: version, line of the NDJSON form, and field."""
    return f" at version {flaw.version}, line {flaw.line}, field {flaw.field}"
