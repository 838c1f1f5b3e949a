"""Lies about rewards, each consistent within its own history."""

from tests.support.cheating.forgery import Forgery


def invented(second: bytes) -> bytes:
    """Invent a reward consistently: in the command, the opening and the start."""
    forgery = Forgery(second)
    who = forgery.header["players"][1]
    for carried in (
        forgery.record("table.open")["command"]["carried"],
        forgery.find("table.opened")["data"]["carried"],
    ):
        carried.append({"player": who, "rewards": ["cup"]})
    forgery.find("table.started")["data"]["rewards"][1] = ["cup"]
    return forgery.content()


def of_another_head(second: bytes) -> bytes:
    """Name another head of the earlier table."""
    forgery = Forgery(second)
    for follows in (
        forgery.record("table.open")["command"]["follows"],
        forgery.find("table.opened")["data"]["follows"],
    ):
        follows["head"] = "c" * 64
    return forgery.content()


def spent_again(third: bytes) -> bytes:
    """Start with the rewards that another table has spent."""
    forgery = Forgery(third)
    forgery.record("table.start")["command"].pop("spent")
    forgery.find("table.started")["data"]["rewards"] = [["cup"], [], ["cup"]]
    return forgery.content()


def from_no_table(first: bytes) -> bytes:
    """Carry a reward without a table that it was won at."""
    forgery = Forgery(first)
    player = forgery.header["players"][0]
    carried = [{"player": player, "rewards": ["cup"]}]
    forgery.record("table.open")["command"]["carried"] = carried
    forgery.find("table.opened")["data"]["carried"] = carried
    forgery.find("table.started")["data"]["rewards"][0] = ["cup"]
    return forgery.content()
