"""Verifiers of histories as functions that say what is wrong; a client that follows a chain."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias

import rfc8785
from click.testing import CliRunner, Result

from domain.audit.verify import verify
from openapi.clients import verify as one_file
from tests.support.players.callers import Caller
from workers.cli import main

# Both verifiers as functions that return what is wrong with a bundle.

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


def verify_command(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *words], input=given, prog_name="ludotheque")


class ChainFollower:
    """Written from the description of the protocol, independent of the server's code."""

    def __init__(self, table: str, caller: Caller) -> None:
        self._path = f"/v1/tables/{table}"
        self._caller = caller
        self._head = sha256(b"ludotheque/chain/1\x00" + table.encode()).digest()
        self._commit: list[bytes] = []  # the hashes of its command and of its events so far
        self.version = 0
        self.heads: dict[int, str] = {}
        self.sealed: dict[int, str] = {}

    def head(self) -> str:
        return self._head.hex()

    def catch_up(self) -> None:
        query = {"after": self.version, "limit": 500}
        for event in self._caller.get(f"{self._path}/events", params=query).json()["events"]:
            self._follow(event)

    def _follow(self, event: dict[str, Any]) -> None:
        assert event["version"] == self.version + 1
        self.version += 1
        if "command" in event:
            self._commit = [bytes.fromhex(event["command"])]
        self._commit.append(self._leaf(event))
        if "head" in event:
            count = (len(self._commit) - 1).to_bytes(4, "big")
            self._head = sha256(b"\x20" + self._head + count + b"".join(self._commit)).digest()
            assert event["head"] == self._head.hex()
            self.heads[self.version] = self._head.hex()

    def _leaf(self, event: dict[str, Any]) -> bytes:
        if "sealed" in event:
            self.sealed[event["version"]] = event["sealed"]
            return bytes.fromhex(event["sealed"])
        beside = ("salt", "sentence", "command", "head")
        bare = {name: value for name, value in event.items() if name not in beside}
        return sha256(b"\x10" + bytes.fromhex(event["salt"]) + rfc8785.dumps(bare)).digest()
