"""Sealed luck for a client: commits to a share before the start, and reveals it after checks."""

import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

if __package__:
    from openapi.clients.careful import Careful, add_careful, careful_of
else:  # run as a file
    from careful import Careful, add_careful, careful_of  # type: ignore[import-not-found,no-redef]

__all__ = ["Careful", "Cheated", "SealedLuck", "add_careful", "careful_of"]

Ask: TypeAlias = Callable[[str, str, Any], Any]  # method, path, body -> decoded answer


class Cheated(Exception):
    """The server does not keep to what it has said: do not reveal, keep the history."""


class SealedLuck:
    """The share of one player at one table."""

    def __init__(self, ask: Ask, table: str, player: str, careful: Careful | None = None) -> None:
        """`careful` waits until witnesses have cosigned the start."""
        self._careful = careful
        self._ask, self._path, self._player = ask, f"/v1/tables/{table}", player
        self._table, self._share = table, secrets.token_bytes(32)
        self._receipts: dict[int, str] = {}

    @property
    def commitment(self) -> str:
        return _hash(_tag("share"), self._table.encode(), self._player.encode(), self._share).hex()

    def keep(self, answer: Any) -> Any:
        """Remember the head in an answer: later histories must have it at this version."""
        self._receipts[answer["version"]] = answer["head"]
        return answer

    def seal(self) -> None:
        """Commit to the share, once this player is seated."""
        self.keep(self._ask("POST", f"{self._path}/luck", {"commitment": self.commitment}))

    def reveal(self) -> Any:
        """Reveal the share, after the start and only if the history is sound so far."""
        log, version, head = self.check(self._ask("GET", f"{self._path}/history", None))
        if self._careful is not None:
            _require(log is not None, "the table has no public log", 1)
            self._careful.wait(self._table, version, head, log["checkpoints"])
        body = {"share": self._share.hex()}
        return self.keep(self._ask("POST", f"{self._path}/luck/reveal", body))

    def check(self, history: Any) -> tuple[Any, int, bytes]:
        """Check chain, receipts, event 1 and `table.started`, in which everything is fixed.

        Return the keys of the public log, and version and head after the start.
        """
        head, events, heads = _hash(_tag("chain"), self._table.encode()), {}, {}
        commit: list[bytes] = []  # the leaf of its command, then those of its events
        for version, line in enumerate(history["events"], 1):
            _require(("command" in line) == (not commit), "not a whole commit", version)
            commit += [bytes.fromhex(line[name]) for name in ("command", "leaf") if name in line]
            if "head" in line:
                head = _hash(b"\x20", head, (len(commit) - 1).to_bytes(4, "big"), *commit)
                commit, heads[version] = [], head
            if "event" in line:
                event = line["event"]
                leaf = _hash(b"\x10", bytes.fromhex(line["salt"]), _canonical(event))
                _require(leaf.hex() == line["leaf"], "not the event on the chain", version)
                events[event["type"]] = event
        _require(not commit, "not a whole commit", len(history["events"]))
        for version, receipt in self._receipts.items():
            _require(heads.get(version, b"").hex() == receipt, "rewritten or cut off", version)
        _require({"table.opened", "table.started"} <= {*events}, "not opened and started", 0)
        opened, started = events["table.opened"], events["table.started"]
        header, fixed = history["header"], started["data"]
        _require(opened["version"] == 1 and opened["data"]["table"] == self._table, "other", 1)
        _require(opened["data"]["commitment"] == header["commitment"], "another seed", 1)
        seats = [n for n, player in enumerate(fixed["players"]) if player == self._player]
        own = bool(seats) and fixed["luck"][seats[0]] == self.commitment
        _require(own, "your commitment is not in it", started["version"])
        same = all(fixed[name] == opened["data"][name] for name in ("game", "options"))
        _require(same, "not what was opened", started["version"])
        end = min(version for version in heads if version >= started["version"])
        return opened["data"].get("log"), end, heads[end]


def _require(true: bool, why: str, version: int) -> None:
    if not true:
        raise Cheated(f"version {version}: {why}")


def _tag(name: str) -> bytes:
    return b"ludotheque/" + name.encode() + b"/1\0"


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
