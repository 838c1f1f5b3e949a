"""A history in the hands of a forger, who knows every seed and rebuilds every chain."""

from typing import Any

from msgspec import json

from domain.fairness.chain import canon, command_salt, first_head
from domain.fairness.format_2 import FORMATS
from domain.judging.stored import entries_from, with_heads


class Forgery:
    """A bundle as values that can be changed; `content` writes it on a valid chain."""

    def __init__(self, content: bytes) -> None:
        lines = [json.decode(line) for line in content.splitlines()]
        self.header: Any = lines[0]["header"]
        self.ancestors = [line["ancestor"] for line in lines if line.keys() == {"ancestor"}]
        self.events = [line["event"] for line in lines if "event" in line]
        self.records = [line["command"] for line in lines if isinstance(line.get("command"), dict)]
        self.header_lies: dict[str, Any] = {}
        self.lines_lie: dict[int, dict[str, Any]] = {}  # by version
        self.commands_lie: dict[int, dict[str, Any]] = {}  # by number

    def number(self, kind: str, nth: int = 0) -> int:
        """Return the place of the nth event of this type in `events`."""
        return [n for n, event in enumerate(self.events) if event["type"] == kind][nth]

    def find(self, kind: str, nth: int = 0) -> Any:
        return self.events[self.number(kind, nth)]

    def record(self, kind: str, nth: int = 0) -> Any:
        """Return the nth record of a command of this type; `game.` stands for those of a game."""
        own = f"{self.header['game']}."
        return [
            record
            for record in self.records
            if record["command"]["type"] == kind
            or (kind == "game." and record["command"]["type"].startswith(own))
        ][nth]

    def caused(self, record: Any) -> list[Any]:
        return self.events[record["first"] - 1 : record["last"]]

    def remove(self, place: int) -> None:
        """Take an event out; the later ones move up."""
        self._move(place + 1, -1)
        del self.events[place]
        self._renumber()

    def insert(self, place: int, event: Any) -> None:
        """Put an event in, as a part of the command that caused the one before it."""
        self._move(place, 1)
        self.events.insert(place, event)
        self._renumber()

    def insert_commit(self, place: int, record: Any, events: list[Any]) -> None:
        """Put a whole commit in before the event at this place, where a commit begins."""
        for each in self.records:
            if each["first"] > place:
                each["first"] += len(events)
                each["last"] += len(events)
        at = next((n for n, r in enumerate(self.records) if r["first"] > place), len(self.records))
        span = {"first": place + 1, "last": place + len(events)}
        self.records.insert(at, {**record, **span})
        self.events[place:place] = [{**each, "at": record["at"]} for each in events]
        self._renumber()

    def _move(self, version: int, by: int) -> None:
        for record in self.records:
            record["first"] += by * (record["first"] > version)
            record["last"] += by * (record["last"] >= version)

    def _renumber(self) -> None:
        for version, event in enumerate(self.events, 1):
            event["version"] = version

    def content(self) -> bytes:
        """Return the bundle with salts, leaves and heads that follow from the seed."""
        seed = bytes.fromhex(self.events[-1]["data"].get("seed") or self.header["seed"])
        records = {record["first"]: canon(record) for record in self.records}
        made = FORMATS[self.header["format"]]
        parts = [*entries_from([canon(event) for event in self.events], records, made)]
        entries = with_heads(first_head(self.header["table"]), seed, parts)
        lines = list[Any]()
        for entry in entries:
            seals = entry.seals(seed)
            told = None if seals.command is None else seals.command.hex()
            for leaf, salt in zip(seals.leaves, seals.salts, strict=True):
                own = {"command": told or ..., "leaf": leaf.hex(), "salt": salt.hex()}
                lines.append({"event": self.events[len(lines)], **own})
                told = None
            lines[-1]["head"] = entry.head.hex() or ...
        lines = [self._lying(line, self.lines_lie.get(n, {})) for n, line in enumerate(lines, 1)]
        head = entries[-1].head.hex()
        header = {**self.header, "version": len(lines), "head": head, "seed": seed.hex()}
        commands = [
            self._lying(
                {"command": record, "salt": command_salt(seed, record["first"]).hex()},
                self.commands_lie.get(number, {}),
            )
            for number, record in enumerate(self.records)
        ]
        whole = [{"header": self._lying(header, self.header_lies)}]
        whole += [{"ancestor": each} for each in self.ancestors]
        return b"".join(canon(each) + b"\n" for each in (*whole, *lines, *commands))

    @staticmethod
    def _lying(line: dict[str, Any], lies: dict[str, Any]) -> dict[str, Any]:
        told = {**line, **lies}
        return {name: value for name, value in told.items() if value is not Ellipsis}
