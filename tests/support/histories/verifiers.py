"""Both verifiers as functions that return what is wrong with a bundle."""

from collections.abc import Callable
from typing import TypeAlias

from domain.audit.verify import verify
from openapi.clients import verify as one_file

Finder: TypeAlias = Callable[[bytes], str | None]  # why it fails, or None


def by_rules(content: bytes) -> str | None:
    """`ludotheque verify`."""
    report = verify(content)
    if report.verdict == "PASS":
        return None
    return report.verdict if report.flaw is None else report.flaw.why


def by_one_file(content: bytes) -> str | None:
    """`openapi/clients/verify.py`."""
    try:
        verdict = one_file.verify(content.decode(errors="replace"))
    except one_file.Wrong as wrong:
        return f"{wrong.field}: {wrong}"
    return None if verdict.word == "PASS" else verdict.word


BOTH: tuple[Finder, Finder] = (by_rules, by_one_file)
