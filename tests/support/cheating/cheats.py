"""The table of cheats: what a server changes, in which table, and which verifier must find it."""

from collections.abc import Callable
from typing import Any

from tests.support.cheating.forgery import Forgery
from tests.support.cheating.plants import (
    OTHER,
    Cheat,
    Plant,
    data,
    draw,
    label,
    later,
    ordered,
    record,
    remove,
    repeat,
)
from tests.support.cheating.plants import inserted_time_out as at_once
from tests.support.cheating.table_cheats import (
    COMMANDS,
    ENVELOPES,
    HEADER,
    LINES,
    PLAYERS,
    TABLES,
    TIMES,
)
from tests.support.cheating.tricks import (
    ancestor,
    ancestors_player,
    ancestors_seat,
    bot_commanded_by_host,
    bot_without_draw,
    bots_command,
    bots_draw,
    fork_of,
    game_data,
    game_event_dropped,
    game_event_twice,
    game_rule,
    no_ancestor,
    other_commitment,
    other_seed,
    other_share,
    persons_draw_like_a_bot,
    rebuilt_past,
)

# Cheats in the clocks of seats that have banks.

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


LUCK = (
    Cheat("luck: another seed", other_seed),
    Cheat("luck: seed of the end only", data("table.closed", "seed")),
    Cheat("luck: another share revealed", other_share),
    Cheat("luck: share of the event only", data("table.luck_revealed", "share")),
    Cheat("luck: another seat revealed", data("table.luck_revealed", "seat")),
    Cheat("luck: other commitment before the start", other_commitment),
    Cheat("luck: commitment of the event only", data("table.luck_sealed", "commitment")),
    Cheat("luck: commitment of another seat", data("table.luck_sealed", "seat")),
    Cheat("luck: fewer asked to reveal", data("table.decision_opened", "seats", [0])),
    Cheat("luck: the reveal is another decision", data("table.decision_opened", "kind")),
    Cheat(
        "draw: another result",
        draw("got", lambda got: got[::-1] if isinstance(got, list) else got + 1),
    ),
    Cheat("draw: another bound", draw("of")),
    Cheat("draw: endless bound", draw("of", 2**53 - 1)),
    Cheat("draw: another purpose", label(0, "chosen")),
    Cheat("draw: another decision", label(1, "7")),
    Cheat("draw: another seat", label(2, "1"), "rules"),
    Cheat("draw: no such seat", label(2, "9")),
    Cheat("draw: another number", label(3, "2")),
    Cheat("draw: further field", draw("extra", 1)),
    Cheat("draw: left out", lambda f: f.find("table.luck_drawn")["data"]["draws"].pop(0), "rules"),
    Cheat(
        "draw: made twice",
        lambda f: f.find("table.luck_drawn")["data"].update(
            draws=f.find("table.luck_drawn")["data"]["draws"] * 2
        ),
    ),
    Cheat("draw: a person draws like a bot", persons_draw_like_a_bot),
    Cheat("bot: moved by the host", bot_commanded_by_host),
    Cheat("bot: moved without a draw", bot_without_draw),
    Cheat("bot: another draw", bots_draw),
    Cheat("bot: another move", bots_command, "rules"),
)
GAMES = (
    Cheat("game: another result", game_data, "rules"),
    Cheat("game: another rule", game_rule, "rules"),
    Cheat("game: event dropped", game_event_dropped, "rules"),
    Cheat("game: event twice", game_event_twice, "rules"),
)
FORKS = (
    *(
        Cheat(f"fork: other {name} of the ancestor", ancestor(name), table="fork")
        for name in ("table", "seed", "head", "version")
    ),
    *(
        Cheat(f"fork: of another {name}", fork_of(name), table="fork")
        for name in ("table", "seed", "head", "version")
    ),
    Cheat("fork: no ancestor", no_ancestor, table="fork"),
    Cheat("fork: ancestor twice", lambda f: f.ancestors.append(f.ancestors[0]), table="fork"),
    Cheat("fork: other player", data("table.forked", "player"), table="fork"),
    Cheat("fork: other commitment", data("table.forked", "commitment"), table="fork"),
    Cheat("fork: other table", data("table.forked", "table"), table="fork"),
    Cheat("fork: asked for another version", ordered("table.fork", "version"), table="fork"),
    Cheat("fork: asked for another table", ordered("table.fork", "table"), table="fork"),
    Cheat("fork: by another player", record("table.fork", "by", OTHER), table="fork"),
    Cheat("fork: past changed", game_data, table="fork"),
    Cheat("fork: forged past, result", rebuilt_past(game_data), "rules", "fork"),
    Cheat(
        "fork: forged past, luck",
        rebuilt_past(draw("got", lambda got: got[::-1] if isinstance(got, list) else got + 1)),
        table="fork",
    ),
    Cheat("fork: forged past, seat of a command", rebuilt_past(ancestors_seat), table="fork"),
    Cheat("fork: forged past, player of a command", rebuilt_past(ancestors_player), table="fork"),
    Cheat(
        "fork: forged past, other host", rebuilt_past(data("table.opened", "host")), table="fork"
    ),
    Cheat(
        "fork: forged past, share", rebuilt_past(data("table.luck_revealed", "share")), table="fork"
    ),
    Cheat(
        "fork: commands of the ancestor cut",
        lambda f: f.ancestors[0]["commands"].pop(),
        table="fork",
    ),
)
CHEATS = (
    *HEADER,
    *LINES,
    *TIMES,
    *ENVELOPES,
    *COMMANDS,
    *PLAYERS,
    *TABLES,
    *LUCK,
    *GAMES,
    *FORKS,
    *BANKS,
)
