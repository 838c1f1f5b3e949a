"""The table of cheats: what a server changes, in which table, and which verifier must find it."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import json

from domain.fairness.canonical import canon
from domain.fairness.chain import first_head, link
from domain.fairness.seed import commitment, sealed_luck
from domain.kernel.moments import millis, rfc3339
from tests.support.cheating.forgery import Forgery

Plant: TypeAlias = Callable[[Forgery], None]
Finder: TypeAlias = Literal["both", "rules"]  # the one-file verifier knows no rules
OTHER, HASH = "b" * 26, "c" * 64


class Cheat(NamedTuple):
    name: str
    plant: Plant
    found_by: Finder = "both"
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


def finished(f: Forgery) -> None:
    """Turn an abandoned table into a finished one, with a winner."""
    seats = len(f.header["players"])
    outcome = {"places": [*range(1, seats + 1)], "scores": [*range(seats, 0, -1)]}
    f.events[-1]["data"] |= {"reason": "finished", "outcome": outcome}
    f.header_lies |= {"status": "finished", "outcome": outcome}


def other_outcome(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        told = f.events[-1]["data"]["outcome"]
        told[field] = (
            told[field][::-1] if len({*told[field]}) > 1 else [each + 1 for each in told[field]]
        )
        f.header_lies["outcome"] = told

    return plant


def not_withheld(f: Forgery) -> None:
    f.events[-1]["data"]["reason"] = "abandoned"
    del f.events[-1]["data"]["withheld"]
    f.header_lies["status"] = "abandoned"


def after_the_end(f: Forgery) -> None:
    f.insert(len(f.events), {**f.events[-2]})


def unclosed(f: Forgery) -> None:
    f.header["seed"] = f.events[-1]["data"]["seed"]
    f.remove(len(f.events) - 1)


def other_share(f: Forgery) -> None:
    """Reveal another share than was committed to, in command and event."""
    f.record("table.reveal_luck")["command"]["share"] = HASH
    f.find("table.luck_revealed")["data"]["share"] = HASH


def other_commitment(f: Forgery) -> None:
    """Let a player have committed to another share from the start, but not at the start."""
    who = f.record("table.seal_luck")["by"]
    luck = sealed_luck(f.header["table"], who, bytes(32))
    f.record("table.seal_luck")["command"]["commitment"] = luck
    f.find("table.luck_sealed")["data"]["commitment"] = luck


def other_seed(f: Forgery) -> None:
    """Close with another seed than the one that the draws were made with."""
    seed = bytes(32)
    f.events[-1]["data"]["seed"] = seed.hex()
    promised = commitment(f.header["table"], seed)
    f.find("table.opened")["data"]["commitment"] = promised
    f.record("table.open")["command"]["commitment"] = promised
    f.header_lies["commitment"] = promised


def bots_move(f: Forgery) -> Any:
    bot = f.find("table.seat_taken", -1)["data"]["player"]
    return next(told for told in f.records if told["by"] == bot)


def bot_commanded_by_host(f: Forgery) -> None:
    bots_move(f)["by"] = f.header["players"][0]


def bot_without_draw(f: Forgery) -> None:
    told = bots_move(f)
    place = told["first"] - 1
    assert f.events[place]["type"] == "table.luck_drawn"
    f.remove(place)


def bots_draw(f: Forgery) -> None:
    told = f.caused(bots_move(f))[0]["data"]["draws"][0]
    told["got"] = (told["got"] + 1) % told["of"] if told["of"] > 1 else 1


def bots_command(f: Forgery) -> None:
    """Let a bot send the command of another of its turns."""
    bot = f.find("table.seat_taken", -1)["data"]["player"]
    moves = [told for told in f.records if told["by"] == bot]
    other = next(m["command"] for m in moves if m["command"] != moves[0]["command"])
    moves[0]["command"] = other


def persons_move(f: Forgery) -> Any:
    return f.record("game.")


def other_move(f: Forgery) -> None:
    """Change the command of a person, but not what it caused."""
    moves = [t for t in f.records if not t["command"]["type"].startswith("table.")]
    other = next(m["command"] for m in moves if m["command"] != moves[0]["command"])
    moves[0]["command"] = other


def game_event(f: Forgery) -> Any:
    return next(e for e in f.events if not e["type"].startswith("table."))


def game_data(f: Forgery) -> None:
    told = game_event(f)["data"]
    field = sorted(told)[0]
    told[field] = changed(told[field])


def game_rule(f: Forgery) -> None:
    game_event(f)["rule"] = "XX-1"


def game_event_dropped(f: Forgery) -> None:
    f.remove(game_event(f)["version"] - 1)


def game_event_twice(f: Forgery) -> None:
    place = game_event(f)["version"]
    f.insert(place, {**game_event(f)})


def ancestor(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        f.ancestors[0][field] = changed(f.ancestors[0][field])

    return plant


def fork_of(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        of = f.find("table.forked")["data"]["of"]
        of[field] = changed(of[field])
        f.header_lies["fork"] = of

    return plant


def rebuilt_past(change: Plant) -> Plant:
    """Change the past of a fork, and rebuild the chain of the table it was forked from, too."""

    def plant(f: Forgery) -> None:
        change(f)
        of = f.find("table.forked")["data"]["of"]
        seed, head = bytes.fromhex(of["seed"]), first_head(of["table"])
        told = {each["first"]: each for each in f.ancestors[0]["commands"]}
        for event in f.events[: of["version"]]:
            own = told.get(event["version"])
            record_ = None if own is None else canon(own)
            head = link(head, seed, event["version"], canon(event), record_)
        of["head"] = f.ancestors[0]["head"] = head.hex()
        f.header_lies["fork"] = of

    return plant


def ancestors_seat(f: Forgery) -> None:
    told = next(c for c in f.ancestors[0]["commands"] if c["seat"] is not None)
    told["seat"] = (told["seat"] + 1) % 3


def ancestors_player(f: Forgery) -> None:
    next(c for c in f.ancestors[0]["commands"] if c["seat"] is not None)["by"] = OTHER


def no_ancestor(f: Forgery) -> None:
    f.ancestors.clear()


def time(kind: str, value: Any) -> Plant:
    return envelope(kind, "at", value)


HEADER = (
    *(Cheat(f"header: other {name}", header(name)) for name in ("table", "game", "rules_version")),
    *(Cheat(f"header: other {name}", header(name)) for name in ("components", "commitment")),
    *(Cheat(f"header: other {name}", header(name)) for name in ("version", "head", "players")),
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
TABLES = (
    *(
        Cheat(f"opened: other {name}", data("table.opened", name))
        for name in ("table", "game", "host")
    ),
    *(
        Cheat(f"opened: other {name}", data("table.opened", name))
        for name in ("seats", "private", "sealed_luck")
    ),
    Cheat("opened: other clock", data("table.opened", "clock", 120)),
    Cheat("opened: other commitment", data("table.opened", "commitment")),
    Cheat("opened: other components", data("table.opened", "components"), "rules"),
    Cheat("opened: other rules", data("table.opened", "rules_version")),
    Cheat("opened: other options", data("table.opened", "options")),
    Cheat(
        "opened: follows invented", data("table.opened", "follows", {"table": OTHER, "head": HASH})
    ),
    Cheat(
        "opened: rewards invented",
        data("table.opened", "carried", [{"player": OTHER, "rewards": ["x"]}]),
    ),
    *(
        Cheat(f"seat taken: other {name}", data("table.seat_taken", name))
        for name in ("seat", "player")
    ),
    *(
        Cheat(f"seat taken: other {name}", data("table.seat_taken", name, "red"))
        for name in ("piece",)
    ),
    Cheat("seat taken: other luck", data("table.seat_taken", "luck", nth=1)),
    Cheat("seat taken: a bot made of a person", data("table.seat_taken", "bot", "random")),
    Cheat("seat taken: another kind of bot", data("table.seat_taken", "bot", "greedy", nth=-1)),
    Cheat(
        "seat taken: a person made of a bot",
        lambda f: f.find("table.seat_taken", -1)["data"].pop("bot"),
    ),
    *(
        Cheat(f"started: other {name}", data("table.started", name))
        for name in ("game", "rules_version")
    ),
    *(
        Cheat(f"started: other {name}", data("table.started", name))
        for name in ("players", "options")
    ),
    Cheat("started: rewards invented", data("table.started", "rewards", [["x"], [], []])),
    Cheat("started: other luck", data("table.started", "luck")),
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
CHEATS = (*HEADER, *LINES, *TIMES, *ENVELOPES, *COMMANDS, *PLAYERS, *TABLES, *LUCK, *GAMES, *FORKS)
