"""Cheats in the clocks of seats that have banks."""

from collections.abc import Callable
from typing import Any

from tests.support.cheating.forgery import Forgery
from tests.support.cheating.plants import Cheat, Plant, data, later, ordered, remove, repeat
from tests.support.cheating.plants import inserted_time_out as at_once

STOPPED, OPENED, BACK = "table.clock_stopped", "table.decision_opened", "table.time_given_back"


def first_clock(field: str, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def changed(clocks: Any) -> Any:
        return [{**clocks[0], field: change(clocks[0][field])}, *clocks[1:]]

    return changed


def clock(kind: str, field: str, change: Callable[[Any], Any], nth: int = 0) -> Plant:
    """Change a field of the first clock of an event that has one."""
    return data(kind, "clocks", first_clock(field, change), nth)


def one_more(number: int) -> int:
    return number + 1


def a_second_later(at: str) -> str:
    return later(at, 1_000)


def first_asked(f: Forgery) -> Any:
    """Return the first decision that people with a bank have to make: others have no clocks."""
    return next(e["data"] for e in f.events if e["type"] == OPENED and e["data"].get("clocks"))


def asked(change: Callable[[Any], Any], field: str) -> Plant:
    def plant(f: Forgery) -> None:
        told = first_asked(f)
        told["clocks"] = first_clock(field, change)(told["clocks"])

    return plant


def without_clocks(f: Forgery) -> None:
    first_asked(f).pop("clocks")


def as_reaction(f: Forgery) -> None:
    first_asked(f)["window_ms"] = 5_000


PLANTS: dict[str, Plant] = {
    "less was spent": data(STOPPED, "spent_ms", lambda ms: ms - 1),
    "more is left": data(STOPPED, "bank_ms", one_more),
    "another clock stopped": data(STOPPED, "seat", lambda seat: 7 - seat),
    "a clock never stopped": remove(STOPPED),
    "a clock stopped twice": repeat(STOPPED),
    "a clock with more in its bank": asked(one_more, "bank_ms"),
    "a clock with a later deadline": asked(a_second_later, "deadline"),
    "a clock that started later": asked(a_second_later, "since"),
    "a clock with time given back": asked(one_more, "given_back_ms"),
    "no clock": without_clocks,
    "a reaction invented": as_reaction,
    "too much given back": clock(BACK, "given_back_ms", one_more),
    "a bank filled": data(BACK, "banks_ms", lambda banks: [banks[0] + 1, *banks[1:]]),
    "away for longer": data(BACK, "away_until"),
    "another outage": ordered("table.move_deadline", "outages", [{"began": 0, "ended": 1}]),
    "a time-out at once": at_once,
    "another clock than was chosen": data(
        "table.opened", "clock", {"kind": "bank", "bank_seconds": 61}
    ),
}
AUTOPILOT = "table.autopilot_engaged"
BANKS = (
    *(
        Cheat(f"{kind}: {name}", plant, table=kind)
        for kind in ("fischer", "bank")
        for name, plant in PLANTS.items()
    ),
    Cheat("bank: not empty", data(AUTOPILOT, "reason", "time_outs"), table="bank"),
    Cheat("bank: empty, but not on autopilot", remove(AUTOPILOT), table="bank"),
    Cheat("bank: left, not empty", data(AUTOPILOT, "reason", "left"), table="bank"),
)
