"""Cheats in headers, lines, times, commands and events of the table."""

from tests.support.cheating.plants import (
    HASH,
    OTHER,
    Cheat,
    Plant,
    both,
    data,
    envelope,
    header,
    ids,
    inserted_time_out,
    later,
    line,
    merge,
    ordered,
    record,
    remove,
    repeat,
    second_command,
    split,
    swap,
    swapped_commands,
    time,
    time_out_of_bot,
    whole_commit,
)
from tests.support.cheating.tricks import (
    after_the_end,
    finished,
    last_commit_later,
    not_withheld,
    other_move,
    other_outcome,
    unclosed,
)

RULES = {"distribution": "other", "hash": HASH, "version": "1"}
SAME = ["table", "game", "rules_version", "components", "commitment", "version", "head", "players"]
HEADER = (
    *(Cheat(f"header: other {name}", header(name)) for name in SAME),
    Cheat("header: other options", header("options", {})),
    Cheat(
        "header: fork invented",
        header("fork", {"table": OTHER, "version": 3, "head": HASH, "seed": HASH}),
    ),
    Cheat("header: fork hidden", header("fork", None), table="fork"),
    Cheat("header: finished", header("status", "finished")),
    Cheat("header: withheld", header("status", "withheld")),
    Cheat("header: still running", both(header("status", "running"), header("seed", None))),
    Cheat("header: another seed", header("seed", HASH)),
    Cheat("header: no seed", header("seed", None)),
    Cheat(
        "header: outcome invented", header("outcome", {"places": [1, 2, 3], "scores": [3, 2, 1]})
    ),
    Cheat("header: older format", header("format", "ludotheque/history/1")),
    Cheat("header: other rules", header("rules", RULES)),
    Cheat("header: no rules", header("rules", ...)),
    Cheat("header: rules null", header("rules", None)),
    Cheat("header: further field", header("extra", 1)),
    Cheat("header: field missing", header("components", ...)),
    Cheat("header: player left out", header("players", lambda old: old[:-1])),
)
LINES = (
    Cheat("line: another leaf", line("leaf", HASH)),
    Cheat("line: another head", line("head", HASH)),
    Cheat("line: another salt", line("salt", HASH)),
    Cheat("line: another command", line("command", HASH, 2)),
    Cheat("line: command in the midst of a commit", second_command),
    Cheat("line: no command", line("command", ..., 2)),
    Cheat("line: no salt", line("salt", ...)),
    Cheat("line: sealed after the end", line("event", ...)),
    Cheat("line: further field", line("extra", 1)),
    Cheat("command line: another salt", lambda f: f.commands_lie.update({3: {"salt": HASH}})),
    Cheat("command line: further field", lambda f: f.commands_lie.update({3: {"extra": 1}})),
)
TIMES = (
    Cheat("time: an event 1 ms later", time("table.started", lambda at: later(at, 1))),
    Cheat("time: an event an hour later", time("table.closed", lambda at: later(at, 3_600_000))),
    Cheat("time: an event 1 ms earlier", time("table.started", lambda at: later(at, -1))),
    Cheat("time: 30 February", time("table.closed", "2026-02-30T12:00:00.000Z")),
    Cheat("time: hour 24", time("table.closed", "2026-02-03T24:00:00.000Z")),
    Cheat("time: without milliseconds", time("table.closed", "2026-02-03T12:00:00Z")),
    Cheat("time: with an offset", time("table.closed", "2026-02-03T12:00:00.000+00:00")),
    Cheat("time: not a text", time("table.closed", 7)),
    Cheat("time: a command 1 ms later", record("table.leave", "at")),
    Cheat("time: a whole commit 1 ms later", whole_commit(1)),
    Cheat("time: a whole commit an hour later", whole_commit(3_600_000)),
    Cheat("time: the table expires later", data("table.opened", "expires")),
    Cheat("time: a deadline 1 ms later", data("table.decision_opened", "deadline", nth=2)),
    Cheat(
        "time: a deadline an hour later",
        data("table.decision_opened", "deadline", lambda at: later(at, 3_600_000), 2),
    ),
    Cheat("time: no deadline", data("table.decision_opened", "deadline", None, 2)),
    Cheat("time: moved further", data("table.deadline_moved", "deadline")),
    Cheat("time: away for longer", data("table.deadline_moved", "away_until")),
    Cheat(
        "time: another outage",
        ordered("table.move_deadline", "outages", [{"began": 0, "ended": 1}]),
    ),
    Cheat(
        "time: a deadline of the rules a second earlier",
        data("table.decision_opened", "deadline", lambda at: later(at, -1_000), 5),
        table="finished",
    ),
    Cheat("time: passes by itself in a sandbox", last_commit_later, table="sandbox"),
    Cheat("time: the reveal may take longer", data("table.decision_opened", "deadline")),
)
ENVELOPES = (
    Cheat("event: seat of a table event", envelope("table.closed", "seat", 1)),
    Cheat("event: no seat", envelope("table.luck_revealed", "seat", None)),
    Cheat("event: impossible seat", envelope("table.closed", "seat", 8)),
    Cheat("event: a rule where there is none", envelope("table.started", "rule", "GR-1")),
    Cheat("event: another version", envelope("table.started", "version")),
    Cheat("event: another type", envelope("table.seat_returned", "type", "table.seat_left")),
    Cheat("event: unknown type", envelope("table.seat_returned", "type", "table.seat_bought")),
    Cheat("event: data of another kind", envelope("table.started", "data", [])),
    Cheat("event: further field", data("table.started", "extra", 1)),
    Cheat("event: dropped time-out", remove("table.timed_out")),
    Cheat("event: dropped luck", remove("table.luck_drawn"), "rules"),
    Cheat("event: dropped start", remove("table.started")),
    Cheat("event: dropped decision", remove("table.decision_opened", 1)),
    Cheat("event: dropped return", remove("table.seat_returned")),
    Cheat("event: dropped end", unclosed),
    Cheat("event: repeated time-out", repeat("table.timed_out")),
    Cheat("event: repeated end", after_the_end),
    Cheat("event: two of the deal exchanged", swap, "rules"),
)
COMMANDS = (
    Cheat("command: sent by another player", record("game.", "by", OTHER)),
    Cheat("command: start sent by another player", record("table.start", "by", OTHER)),
    Cheat("command: sent by the clock", record("game.", "by", "clock")),
    Cheat("command: sent by nobody", record("game.", "by", "")),
    Cheat("command: time called by a player", record("table.call_time", "by", OTHER)),
    Cheat("command: deadline moved by a player", record("table.move_deadline", "by", OTHER)),
    Cheat("command: another seat", record("game.", "seat", lambda seat: (seat + 1) % 3)),
    Cheat("command: no seat", record("game.", "seat", None)),
    Cheat("command: a seat for the host", record("table.start", "seat", 0)),
    Cheat("command: begins later", record("table.start", "first")),
    Cheat("command: ends earlier", record("table.start", "last", lambda last: last - 1)),
    Cheat("command: ends later", record("table.start", "last")),
    Cheat("command: another type", ordered("table.leave", "type", "table.sit")),
    Cheat("command: unknown type", ordered("table.leave", "type", "table.win")),
    Cheat(
        "command: unknown move",
        ordered("game.", "type", lambda old: old.partition(".")[0] + ".win"),
        "rules",
    ),
    Cheat("command: a move of another game", ordered("game.", "type", "chess.move")),
    Cheat("command: further field", ordered("table.start", "extra", 1)),
    Cheat("command: a default written out", ordered("table.start", "spent", [])),
    Cheat("command: a default of a move written out", ordered("game.", "extra", None), "rules"),
    Cheat("command: another seat left", ordered("table.leave", "seat", 0)),
    Cheat("command: two made of one", split),
    Cheat("command: one made of two", merge),
    Cheat("command: two exchanged", swapped_commands),
    Cheat("command: dropped", lambda f: f.records.pop(4)),
    Cheat("command: another move", other_move, "rules"),
    Cheat("command: inserted time-out", inserted_time_out),
)
PLAYERS = (
    Cheat("players: replaced in the header", ids(False, False, True)),
    Cheat("players: replaced in the events", ids(True, False, False)),
    Cheat("players: replaced in events and header", ids(True, False, True)),
    Cheat("players: replaced in the commands", ids(False, True, False)),
    Cheat("players: replaced everywhere", ids(True, True, True)),  # sealed luck names the player
)


def others(what: str, kind: str, *fields: str) -> list[Cheat]:
    """Return a cheat for each field of an event: it gets another value of its kind."""
    return [Cheat(f"{what}: other {field}", data(kind, field)) for field in fields]


def takes_red(nth: int) -> Plant:
    in_event = data("table.seat_taken", "piece", "red", nth)
    return both(ordered("table.sit", "piece", "red", nth), in_event)


TABLES = (
    *others("opened", "table.opened", "table", "game", "host", "seats", "private", "sealed_luck"),
    *others("opened", "table.opened", "commitment", "components", "options"),
    Cheat("opened: other clock", data("table.opened", "clock", 120)),
    Cheat(
        "opened: other log",
        data("table.opened", "log", {"checkpoints": "other+0+A", "receipts": "other+0+A"}),
    ),
    Cheat("opened: no log", data("table.opened", "log", None)),
    Cheat("opened: rules of another package", data("table.opened", "rules", RULES)),
    Cheat("opened: no rules", data("table.opened", "rules", None)),
    Cheat("opened: other rules", data("table.opened", "rules_version")),
    Cheat(
        "opened: follows invented", data("table.opened", "follows", {"table": OTHER, "head": HASH})
    ),
    Cheat(
        "opened: rewards invented",
        data("table.opened", "carried", [{"player": OTHER, "rewards": ["x"]}]),
    ),
    *others("seat taken", "table.seat_taken", "seat", "player"),
    Cheat("seat taken: other piece", data("table.seat_taken", "piece", "red")),
    Cheat("seat taken: piece of another seat", both(*map(takes_red, (0, 1)))),
    Cheat("seat taken: other luck", data("table.seat_taken", "luck", nth=1)),
    Cheat("seat taken: a bot made of a person", data("table.seat_taken", "bot", "random")),
    Cheat("seat taken: another kind of bot", data("table.seat_taken", "bot", "greedy", nth=-1)),
    Cheat(
        "seat taken: a person made of a bot",
        lambda f: f.find("table.seat_taken", -1)["data"].pop("bot"),
    ),
    *others("started", "table.started", "game", "rules_version", "players", "options", "luck"),
    Cheat("started: rewards invented", data("table.started", "rewards", [["x"], [], []])),
    Cheat("started: luck left out", data("table.started", "luck", [None, None, None])),
    Cheat("decision: other number", data("table.decision_opened", "number", nth=2)),
    Cheat("decision: other seats", data("table.decision_opened", "seats", [0, 1, 2, 3], nth=2)),
    Cheat("decision: other kind", data("table.decision_opened", "kind", nth=2), "rules"),
    Cheat("decision: other key", data("table.decision_opened", "key", nth=2), "rules"),
    Cheat("time-out: other seat", data("table.timed_out", "seat")),
    Cheat("time-out: of a bot", time_out_of_bot),
    Cheat("time-out: counted twice", data("table.timed_out", "running")),
    Cheat("autopilot: other seat", data("table.autopilot_engaged", "seat")),
    Cheat("autopilot: other reason", data("table.autopilot_engaged", "reason", "time_outs")),
    Cheat("returned: other seat", data("table.seat_returned", "seat", lambda seat: 1 - seat)),
    Cheat("closed: abandoned turned finished", finished),
    Cheat("closed: seats accused", data("table.closed", "withheld", [1])),
    Cheat("closed: other seat accused", data("table.closed", "withheld", [0]), table="withheld"),
    Cheat("closed: withheld turned abandoned", not_withheld, table="withheld"),
    Cheat("closed: other places", other_outcome("places"), "rules", "finished"),
    Cheat("closed: other scores", other_outcome("scores"), "rules", "finished"),
)
