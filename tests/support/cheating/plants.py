"""Changes that a cheat is made of: of a field, a record, a line, a draw, a commit."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import json

from domain.fairness.chain import canon
from domain.kernel.ids import millis, rfc3339
from tests.support.cheating.forgery import Forgery

Plant: TypeAlias = Callable[[Forgery], None]
# `all`: every verifier finds it in every game. `rules`: only the one that knows the rules does; the
# others, in Python and in JavaScript, list the rules among what they did not check.
Finder: TypeAlias = Literal["all", "rules"]
OTHER, HASH = "b" * 26, "c" * 64


class Cheat(NamedTuple):
    name: str
    plant: Plant
    found_by: Finder = "all"
    table: str = "played"


def changed(old: Any) -> Any:
    """Return another value of the same kind."""
    match old:
        case bool():
            return not old
        case int():
            return old + 1
        case None:
            return 1
        case str() if old.endswith("Z") and old[:2] == "20":
            return later(old, 1)
        case str() if len(old) == 26:
            return OTHER
        case str() if len(old) == 64:
            return HASH
        case str():
            return old + "x"
        case list():
            return old[::-1] if old != old[::-1] else [*old, *old[:1]] or [1]
        case _:
            return {**old, "extra": 1}


def later(at: str, ms: int) -> str:
    return rfc3339(millis(at) + ms)


def data(kind: str, field: str, value: Any = changed, nth: int = 0) -> Plant:
    """Change a field of the data of an event."""

    def plant(f: Forgery) -> None:
        told = f.find(kind, nth)["data"]
        told[field] = value(told.get(field)) if callable(value) else value

    return plant


def envelope(kind: str, field: str, value: Any = changed, nth: int = 0) -> Plant:
    def plant(f: Forgery) -> None:
        event = f.find(kind, nth)
        event[field] = value(event[field]) if callable(value) else value

    return plant


def record(kind: str, field: str, value: Any = changed, nth: int = 0) -> Plant:
    """Change a field of the record of a command."""

    def plant(f: Forgery) -> None:
        told = f.record(kind, nth)
        told[field] = value(told[field]) if callable(value) else value

    return plant


def ordered(kind: str, field: str, value: Any = changed, nth: int = 0) -> Plant:
    """Change a field of a command itself."""

    def plant(f: Forgery) -> None:
        told = f.record(kind, nth)["command"]
        told[field] = value(told.get(field)) if callable(value) else value

    return plant


def both(*plants: Plant) -> Plant:
    def plant(f: Forgery) -> None:
        for each in plants:
            each(f)

    return plant


def header(field: str, value: Any = changed) -> Plant:
    def plant(f: Forgery) -> None:
        f.header_lies[field] = value(f.header[field]) if callable(value) else value

    return plant


def line(field: str, value: Any, version: int = 5) -> Plant:
    def plant(f: Forgery) -> None:
        f.lines_lie[version] = {field: value}

    return plant


def second_command(f: Forgery) -> None:
    f.lines_lie[f.record("table.start")["first"] + 1] = {"command": HASH}


def draw(field: str, value: Any = changed) -> Plant:
    def plant(f: Forgery) -> None:
        told = f.find("table.luck_drawn")["data"]["draws"][0]
        told[field] = value(told[field]) if callable(value) else value

    return plant


def label(part: int, value: str) -> Plant:
    """Change one part of the label of a draw: purpose, decision, seat or count."""

    def other(old: str) -> str:
        parts = old.rsplit(":", 3)
        parts[part] = value
        return ":".join(parts)

    return draw("label", other)


def whole_commit(ms: int) -> Plant:
    """Move the time of a command and of all its events; its decision then has another deadline."""

    def plant(f: Forgery) -> None:
        told = next(r for r in f.records[::-1] if _opens(f, r))
        told["at"] = later(told["at"], ms)
        for event in f.caused(told):
            event["at"] = told["at"]

    return plant


def _opens(f: Forgery, told: Any) -> bool:
    return any(event["type"] == "table.decision_opened" for event in f.caused(told))


def remove(kind: str, nth: int = 0) -> Plant:
    return lambda f: f.remove(f.number(kind, nth))


def repeat(kind: str) -> Plant:
    def plant(f: Forgery) -> None:
        place = f.number(kind)
        f.insert(place + 1, {**f.events[place]})

    return plant


def swap(f: Forgery) -> None:
    """Exchange two events of the deal."""
    deal = f.number("table.luck_drawn") + 1
    f.events[deal], f.events[deal + 1] = f.events[deal + 1], f.events[deal]
    for version, event in enumerate(f.events, 1):
        event["version"] = version


def inserted_time_out(f: Forgery) -> None:
    """Let the clock play for the seat that is asked, at once."""
    opened = f.events[f.number("table.decision_opened", 2)]
    place, at = opened["version"], opened["at"]
    envelope_ = {"at": at, "rule": None, "seat": None, "version": 0}
    events = [
        {
            **envelope_,
            "type": "table.timed_out",
            "data": {"seat": opened["data"]["seats"][0], "running": 1},
        }
    ]
    call = {"at": at, "by": "clock", "command": {"type": "table.call_time"}, "seat": None}
    f.insert_commit(place, call, events)


def time_out_of_bot(f: Forgery) -> None:
    bot = f.find("table.seat_taken", -1)["data"]["seat"]
    f.find("table.timed_out")["data"]["seat"] = bot


def split(f: Forgery) -> None:
    """Make two commits of one."""
    told = f.record("table.start")
    at = f.records.index(told)
    second = {**told, "first": told["first"] + 1}
    f.records[at : at + 1] = [{**told, "last": told["first"]}, second]


def merge(f: Forgery) -> None:
    """Make one commit of two."""
    first, second = f.records[1:3]
    f.records[1:3] = [{**first, "last": second["last"]}]


def swapped_commands(f: Forgery) -> None:
    one, two = f.records[1], f.records[3]
    one["command"], two["command"] = two["command"], one["command"]


def ids(events: bool, records: bool, told: bool) -> Plant:
    """Replace every player id, in some places only."""

    def plant(f: Forgery) -> None:
        def other(value: Any) -> Any:
            text = canon(value).decode()
            for number, player in enumerate(f.header["players"]):
                text = text.replace(player, "abcdefgh"[number] * 26)
            return json.decode(text)

        lie = other(f.header["players"])
        f.events = other(f.events) if events else f.events
        f.records = other(f.records) if records else f.records
        if told:
            f.header_lies["players"] = lie

    return plant


def time(kind: str, value: Any) -> Plant:
    return envelope(kind, "at", value)
