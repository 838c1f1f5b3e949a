"""`ludotheque verify`: a bundle from a file or an address, a bar while it works, and a report."""

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
        click.echo(words(report))
    return EXIT[report.verdict]


def _report(name: str, kept: Iterable[BinaryIO]) -> Report:
    """Whatever is wrong with what was given is a FAIL, in words."""
    try:
        held = [receipt for file in kept for receipt in receipts.read(bundle.read(file))]
        with closing(_opened(name)) as source:
            return _watched(bundle.read(source), held)
    except CheckFailed as flawed:
        return Report(verdict="FAIL", flaw=flawed.flaw)
    except (OSError, ValueError, HTTPException) as wrong:  # an address may be anything, too
        return Report(verdict="FAIL", flaw=CheckFailed("form", None, f"{name}: {wrong}").flaw)


def _opened(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    if not name.startswith(("http://", "https://")):
        return open(name, "rb")  # closed by whoever asked
    request = urllib.request.Request(name, headers={"Accept": NDJSON})  # noqa: S310 - see above
    answer: BinaryIO = urllib.request.urlopen(request, timeout=SECONDS)  # noqa: S310
    return answer


def _watched(content: bytes, held: list[Receipt]) -> Report:
    """With a bar for people: every event is looked at twice, in the chain and by the rules."""
    steps = 2 * content.count(b'"leaf":"')
    with click.progressbar(
        length=steps, label="Verifying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        return verify(content, held, bar.update)


def words(report: Report) -> str:
    """The report for people."""
    lines = [f"{report.verdict}  {report.table or 'no table'}"]
    if report.game:
        lines.append(
            f"  {report.game}, rules {report.rules_version}, {report.status}: "
            f"{report.events} events, {report.commands} commands, {report.draws} draws"
        )
        lines.append(f"  head {report.head}")
    if report.receipts and report.verdict != "FAIL":
        lines.append(f"  {report.receipts} receipts agree")
    if report.verdict == "PASS":
        lines.append("  Chain, seed, every draw and every command hold; the outcome is theirs.")
    if report.verdict == "UNFINISHED":
        lines.append(
            f"  The chain holds so far; {report.sealed} events are sealed. Luck and commands can be"
            " checked when the table is closed."
        )
    if report.flaw is not None:
        place = "" if report.flaw.version is None else f" at version {report.flaw.version}"
        lines.append(f"  {report.flaw.check}{place}: {report.flaw.why}")
    return "\n".join(lines)
