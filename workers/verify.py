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

from domain.audit import bundle, receipts
from domain.audit.finding import CheckFailed
from domain.audit.receipts import Receipt
from domain.audit.verify import Report, verify

EXIT = {"PASS": 0, "FAIL": 1, "UNFINISHED": 3}
SECONDS = 30.0  # without a byte
NDJSON = "application/x-ndjson"


def run(name: str, kept: Iterable[BinaryIO], as_json: bool) -> int:
    report = _report(name, kept)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        click.echo(as_text(report))
    return EXIT[report.verdict]


def _report(name: str, kept: Iterable[BinaryIO]) -> Report:
    """Verify a bundle; anything wrong with the input is a FAIL with a reason."""
    try:
        held = [receipt for file in kept for receipt in receipts.read(bundle.read(file))]
        with closing(_open(name)) as source:
            return _with_progress_bar(bundle.read(source), held)
    except CheckFailed as failed:
        return Report(verdict="FAIL", flaw=failed.flaw)
    except (OSError, ValueError, HTTPException) as wrong:  # a URL may be anything, too
        return Report(verdict="FAIL", flaw=CheckFailed("form", None, f"{name}: {wrong}").flaw)


def _open(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    if not name.startswith(("http://", "https://")):
        return open(name, "rb")  # closed by the caller
    request = urllib.request.Request(name, headers={"Accept": NDJSON})  # noqa: S310 - see above
    answer: BinaryIO = urllib.request.urlopen(request, timeout=SECONDS)  # noqa: S310
    return answer


def _with_progress_bar(content: bytes, held: list[Receipt]) -> Report:
    """Verify with a progress bar: every event counts twice, for the chain and for the rules."""
    steps = 2 * content.count(b'"leaf":"')
    with click.progressbar(
        length=steps, label="Verifying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        return verify(content, held, bar.update)


def as_text(report: Report) -> str:
    """Return the report as text."""
    lines = [f"{report.verdict}  {report.table or 'no table'}"]
    if report.game:
        lines.append(
            f"  {report.game}, rules {report.rules_version}, {report.status}: "
            f"{report.events} events, {report.commands} commands, {report.draws} draws"
        )
        lines.append(f"  head {report.head}")
    if report.receipts and report.verdict != "FAIL":
        lines.append(f"  {report.receipts} receipts match")
    if report.verdict == "PASS":
        lines.append(
            "  The chain, the seed, every draw, every command and the outcome are correct."
        )
    if report.verdict == "UNFINISHED":
        lines.append(
            f"  The chain is correct so far; {report.sealed} events are sealed. Draws and commands"
            " can be verified when the table has closed."
        )
    if report.flaw is not None:
        place = "" if report.flaw.version is None else f" at version {report.flaw.version}"
        lines.append(f"  {report.flaw.check}{place}: {report.flaw.why}")
    return "\n".join(lines)
