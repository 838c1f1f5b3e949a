"""Checks the history of a table without trusting its server: one file, standard library only.

    curl -H 'Accept: application/x-ndjson' <address of the table>/history > history.ndjson
    python3 verify.py history.ndjson

PASS means: every event and every command stands on the hash chain, in its place and unchanged; the
seed is the one that the server committed to in event 1; every share of sealed luck is the one that
its player committed to; every draw follows from the seed and the shares; every event of the table
itself (`table.*`) follows from its command. The last lines list what was not checked: above all the
rules of the game (`ludotheque verify` judges them). UNFINISHED means the same of a table that is
still played, as far as you may see it. The format is described in openapi/history.md.

Exit codes: 0 PASS, 1 FAIL, 2 wrong usage, 3 UNFINISHED.
"""

import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

FORMAT = "ludotheque/history/3"
EARLIER = "For ludotheque/history/2, use `ludotheque verify`, or verify.py of release 0.3.0"
MOST_EVENTS = 256  # of an entry; a longer commit is hashed in several
LARGEST = 32 * 1024 * 1024  # bytes, unpacked
HEX = re.compile(r"[0-9a-f]{64}")
ID = re.compile(r"[a-z2-7]{26}")
NAME = re.compile(r"[a-z][a-z0-9_]*")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
HEADER = """commitment components fork format game head options outcome players rules_version seed
    status table version"""
EVENT, RECORD = "at data rule seat type version", "at by command first last seat"
SIGNATURE = re.compile(r"[0-9a-f]{128}")
ANCESTOR = "commands head seed table version"
DAY = 24 * 3600 * 1000
MOST_RUNS, MOST_WINDOW = 16, 15_000
CLOCKS = {
    "correspondence": {"days"},
    "fischer": {"bank_seconds", "increment_seconds"},
    "bank": {"bank_seconds"},
}
MOST_FORKS, TIME_OUTS_TO_AUTOPILOT, BOTS = 20, 3, ("random", "greedy")
NOT_CHECKED = (
    "the rules of the game: whether a move was legal, what it caused, and the outcome",
    "the moves that bots chose among the legal ones (their draws were checked)",
    "the times: they are the operator's word, and so is who was late",
    "whether another history of this table was shown to others (compare heads and receipts)",
)
ODD = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
u32, u64 = struct.Struct(">I").pack, struct.Struct(">Q").pack  # four and eight bytes, big-endian


class Wrong(Exception):
    """The history is wrong: the message says why, and line, version and field say where.

    Version 0 is the header, or the file as a whole.
    """

    def __init__(self, why: str, version: int = 0, field: str = "file", line: int = 0) -> None:
        super().__init__(why)
        self.version, self.field, self.line = version, field, line


def odd(fault: Exception, version: int, field: str, line: int = 0) -> Wrong:
    """Return what to raise for a value of a form that no history has."""
    deep = isinstance(fault, RecursionError)
    why = "it is nested too deeply" if deep else f"it does not have the form: {fault!r}"
    return Wrong(why, version, field, line)


def need(true: Any, why: str, version: int = 0, field: str = "file") -> None:
    if not true:
        raise Wrong(why, version, field)


def same(got: Any, expected: Any, version: int, field: str) -> None:
    """Require two values to be equal; name the first field in which two objects differ."""
    if canon(got) == canon(expected):
        return
    if isinstance(got, dict) and isinstance(expected, dict):
        for name in sorted({*got, *expected}):
            if (name in got) != (name in expected):
                raise Wrong(
                    "the field is missing, or should not be there", version, f"{field}.{name}"
                )
            same(got[name], expected[name], version, f"{field}.{name}")
    raise Wrong(f"it is {short(got)}, but must be {short(expected)}", version, field)


def short(value: Any) -> str:
    text = canon(value)
    return text if len(text) <= 70 else text[:67] + "..."


# The form: canonical JSON, in lines or in one document


def whole(text: str) -> int:
    need(len(text) < 18 and text.lstrip("-").isdecimal(), f"{text[:40]} is not a whole number")
    need(abs(int(text)) < 2**53, f"{text} is too large")
    return int(text)


decoder = json.JSONDecoder(parse_float=whole, parse_constant=whole, parse_int=whole)
canon = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def value_at(text: str, start: int) -> tuple[Any, int]:
    """Return the value that begins here, and where it ends."""
    value, end = decoder.raw_decode(text, start)
    need(canon(value) == text[start:end], "its keys are not sorted, or twice, or it has blanks")
    return value, end


def from_lines(text: str) -> Iterator[tuple[str, Any]]:
    """Yield header, ancestors, events and commands from a text with one object per line."""
    need(text.endswith("\n"), "the last line is cut off")
    for line in re.finditer("(.*)\n", text):
        value, end = value_at(line[1], 0)
        need(end == len(line[1]), "something follows an object on its line")
        if value.keys() in ({"header"}, {"ancestor"}):
            yield from value.items()
        else:
            yield "command" if isinstance(value.get("command"), dict) else "event", value


def from_document(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the same from a text with one object that contains all."""
    parts = {'{"header":': "header", ',"ancestors":[': "ancestor"}
    parts |= {'],"events":[': "event", '],"commands":[': "command"}
    end = 0
    for begin, kind in parts.items():
        need(text.startswith(begin, end), f"at character {end} there should be {begin}")
        end += len(begin)
        more = not text.startswith("]", end)
        while more:
            value, end = value_at(text, end)
            yield kind, value
            more = kind != "header" and text.startswith(",", end)
            end += more
    need(text[end:] == "]}", "something follows its end, or it has none")


class Bundle(NamedTuple):
    header: Any
    ancestors: list[Any]
    events: list[Any]
    commands: list[Any]


def bundle(text: str) -> Bundle:
    found: dict[str, list[Any]] = {"header": [], "ancestor": [], "event": [], "command": []}
    kinds, lines = list(found), 0
    try:
        for kind, value in from_lines(text) if "\n" in text else from_document(text):
            later = kinds[kinds.index(kind) + 1 :]
            placed = not any(found[each] for each in later)
            need(placed, f"a line ({kind}) stands in the wrong place")
            found[kind].append(value)
            lines += 1
        need(len(found["header"]) == 1 and found["event"], "it needs one header, and events")
    except Wrong as wrong:
        raise Wrong(str(wrong), next_version(found), "line", lines + 1) from None
    except ODD as fault:
        raise odd(fault, next_version(found), "line", lines + 1) from None
    return Bundle(found["header"][0], found["ancestor"], found["event"], found["command"])


def next_version(found: dict[str, list[Any]]) -> int:
    """Return the version that the line after those found speaks of; 0 if it cannot be known."""
    if not found["command"]:
        return len(found["event"]) + 1 if found["header"] else 0
    try:
        return int(found["command"][-1]["command"]["last"]) + 1
    except ODD:
        return 0


def is_hex(text: Any) -> bool:
    return isinstance(text, str) and HEX.fullmatch(text) is not None


def moment(text: Any, version: int, field: str) -> datetime:
    """Return a time; it must exist and be written in the one form of a history."""
    try:
        written = isinstance(text, str) and MOMENT.fullmatch(text) is not None
        return datetime.fromisoformat(text[:-1] if written else "")
    except ValueError:
        raise Wrong(f"{short(text)} is not a time as histories have it", version, field) from None


def later(text: str, ms: int, version: int, field: str) -> str:
    moved = moment(text, version, field) + timedelta(milliseconds=ms)
    return moved.isoformat(timespec="milliseconds") + "Z"


def in_ms(text: str, version: int, field: str) -> int:
    return (moment(text, version, field) - datetime(1970, 1, 1)) // timedelta(milliseconds=1)


# The chain


def tag(name: str) -> bytes:
    return b"ludotheque/" + name.encode() + b"/1\0"


def sized(content: bytes) -> bytes:
    return u64(len(content)) + content


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def commitment(table: str, seed: bytes) -> str:
    return sha(tag("seed"), table.encode(), seed).hex()


def sealed_luck(table: str, player: str, share: bytes) -> str:
    return sha(tag("share"), table.encode(), player.encode(), share).hex()


def mixed_key(table: str, seed: bytes, shares: list[bytes]) -> bytes:
    return mac(seed, tag("mix"), table.encode(), *map(sized, shares))


def salt_of(seed: bytes, version: int) -> bytes:
    return mac(seed, tag("salt"), u64(version))


def command_salt(seed: bytes, first: int) -> bytes:
    return mac(seed, tag("command-salt"), u64(first))


def leaf(salt: bytes, event: Any) -> bytes:
    return sha(b"\x10", salt, canon(event).encode())


def command_leaf(salt: bytes, record: Any) -> bytes:
    return sha(b"\x12", salt, canon(record).encode())


def first_head(table: str) -> bytes:
    return sha(tag("chain"), table.encode())


def next_head(head: bytes, command: bytes, leaves: list[bytes]) -> bytes:
    """Return the head after a commit."""
    for start in range(0, len(leaves), MOST_EVENTS):
        part = leaves[start : start + MOST_EVENTS]
        begin = b"\x21" if start else b"\x20"
        head = sha(begin, head, u32(len(part)), b"" if start else command, *part)
    return head


def follow(header: Any, lines: list[Any]) -> list[Any]:
    """Check the chain and return its events; None for those that are still sealed."""
    seed = bytes.fromhex(header["seed"] or "")
    head, before, events = first_head(header["table"]), "", list[Any]()
    for first, commit in commits(lines):
        for n, line in enumerate(commit, first):
            try:
                check_line(line, n, seed, before)
            except ODD as fault:
                raise odd(fault, n, "event") from None
            events.append(line.get("event"))
            before = before if events[-1] is None else events[-1]["at"]
        told = bytes.fromhex(commit[0]["command"])
        head = next_head(head, told, [bytes.fromhex(line["leaf"]) for line in commit])
        for n, line in enumerate(commit, first):
            same(line.get("head"), head.hex() if line is commit[-1] else None, n, "head")
    same(header["version"], len(lines), 0, "header.version")
    same(header["head"], head.hex(), 0, "header.head")
    return events


def commits(lines: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Yield the first version and the lines of each commit; its first one has a command."""
    begins = [n for n, line in enumerate(lines) if isinstance(line, dict) and "command" in line]
    need(begins[:1] == [0], "no command has caused it", 1, "command")
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield begin + 1, lines[begin:end]


def check_line(line: Any, n: int, seed: bytes, before: str) -> None:
    """Check the line of one event; the seed is empty while it is not known."""
    ends = {"command", "head"}
    for name in ("leaf", *(name for name in ("command", "head", "salt") if name in line)):
        need(is_hex(line.get(name)), "it is not 64 lower-case hex digits", n, name)
    event = line.get("event")
    if event is None:
        need(line.keys() - ends == {"leaf", "version"}, "no sealed event", n, "line")
        same(line["version"], n, n, "version")
        need(not seed, "it is sealed, though the table is closed", n, "event")
    else:
        need(line.keys() - ends == {"event", "leaf", "salt"}, "no event", n, "line")
        check_event(event, n, before)
        salt = bytes.fromhex(line["salt"])
        need(not seed or salt == salt_of(seed, n), "it is not of the seed", n, "salt")
        same(line["leaf"], leaf(salt, event).hex(), n, "leaf")


def check_event(event: Any, n: int, before: str) -> None:
    need(event.keys() == {*EVENT.split()}, "it does not have the fields of an event", n, "event")
    same(event["version"], n, n, "event.version")
    need(isinstance(event["data"], dict), "it is not an object", n, "event.data")
    need(isinstance(event["type"], str), "it is not a text", n, "event.type")
    of_table = event["type"].startswith("table.")
    check_seat(event["seat"], n, "event.seat")
    check_seat(event["data"].get("seat") if of_table else None, n, "event.data.seat")
    moment(event["at"], n, "event.at")
    need(event["at"] >= before, "it is before the time of the event before it", n, "event.at")
    rule = event["rule"]
    need(rule is None or isinstance(rule, str), "it is no rule", n, "event.rule")
    need(not of_table or rule is None, "no rule is behind it", n, "event.rule")


def check_seat(seat: Any, n: int, field: str) -> None:
    need(seat is None or (type(seat) is int and 0 <= seat < 8), "it is no seat", n, field)


def check_commands(found: Bundle, events: list[Any]) -> list[Any]:
    """Check that the commands are those on the chain; return their records."""
    seed, after = bytes.fromhex(found.header["seed"] or ""), 0
    leaves = [each.get("command") for each in found.events]
    for line in found.commands:
        n, record = after + 1, line["command"]
        own = line.keys() == {"command", "salt"} and is_hex(line["salt"])
        need(own, "no command", n, "command.line")
        check_record(record, n)
        first, last = record["first"], record["last"]
        need(first == n if seed else first >= n, "events without a command", n, "command.first")
        need(first <= last <= len(events), "it ends elsewhere", first, "command.last")
        salt = bytes.fromhex(line["salt"])
        expected = command_salt(seed, first) if seed else salt
        same(line["salt"], expected.hex(), first, "command.salt")
        told = command_leaf(salt, record).hex()
        same(found.events[first - 1].get("command"), told, first, "command")
        check_caused(record, events, leaves)
        ends = last == len(events) or leaves[last] is not None
        need(ends, "it is not the end of a commit", first, "command.last")
        after = last
    need(not seed or after == len(events), "no command has caused it", after + 1, "command")
    return [line["command"] for line in found.commands]


def check_record(record: Any, n: int) -> None:
    known = [{*RECORD.split()}, {*RECORD.split(), "seen", "signature"}]
    fields = isinstance(record, dict) and record.keys() in known
    need(fields, "it does not have the fields of a command", n, "command.record")
    moment(record["at"], n, "command.at")
    check_seat(record["seat"], n, "command.seat")
    by, command = record["by"], record["command"]
    named = by in ("clock", "administrator") or (isinstance(by, str) and ID.fullmatch(by))
    need(named, "it is no player, clock or administrator", n, "command.by")
    for name in ("first", "last", *(["seen"] if "seen" in record else [])):
        need(type(record[name]) is int, "it is no version", n, f"command.{name}")
    seen, signature = record.get("seen"), str(record.get("signature", 128 * "0"))
    need(seen is None or 0 < seen < record["first"], "not an earlier version", n, "command.seen")
    need(SIGNATURE.fullmatch(signature), "it is no signature", n, "command.signature")
    typed = isinstance(command, dict) and isinstance(command.get("type"), str)
    need(typed, "it is no command", n, "command.command")


def check_caused(record: Any, events: list[Any], commands: list[Any]) -> None:
    """Check time and seat of the events of a command; a fork has caused only the last of them."""
    begin = record["last"] if record["command"]["type"] == "table.fork" else record["first"]
    for n in range(begin, record["last"] + 1):
        if events[n - 1] is not None:
            same(events[n - 1]["at"], record["at"], n, "event.at")
            same(events[n - 1]["seat"], record["seat"], n, "event.seat")
    for n in range(record["first"] + 1, record["last"] + 1):
        need(commands[n - 1] is None, "another command begins here", n, "command")


# Forks: each part of a history belongs to one table with one seed


class Part(NamedTuple):
    """The events `first` to `last` were played at this table; the records are all of its own."""

    table: str
    seed: bytes
    first: int
    last: int
    records: list[Any]


def parts(found: Bundle, events: list[Any], records: list[Any]) -> list[Part]:
    forks = [n for n, event in enumerate(events, 1) if event["type"] == "table.forked"]
    need(len(forks) <= MOST_FORKS, "it is forked too often", 0, "ancestors")
    same(len(found.ancestors), len(forks), 0, "ancestors")
    told, first, done = events[0]["data"], 1, list[Part]()
    for n, ancestor in zip(forks, found.ancestors, strict=True):
        of = events[n - 1]["data"]["of"]
        need(ancestor.keys() == {*ANCESTOR.split()}, "it is no ancestor", n, "ancestors")
        need(is_hex(of["seed"]), "it is not hex", n, "event.data.of.seed")
        same(of["table"], told["table"], n, "event.data.of.table")
        same(of["version"], n - 1, n, "event.data.of.version")
        same({name: ancestor[name] for name in of}, of, n, "ancestors")
        seed = bytes.fromhex(of["seed"])
        covered = check_ancestor(ancestor, seed, events[: n - 1], n)
        same(told["commitment"], commitment(told["table"], seed), first, "event.data.commitment")
        done.append(Part(told["table"], seed, first, n - 1, covered))
        told, first = events[n - 1]["data"], n
    header, seed = found.header, bytes.fromhex(found.header["seed"])
    same(header["table"], told["table"], first, "event.data.table")
    same(told["commitment"], commitment(told["table"], seed), first, "event.data.commitment")
    return [*done, Part(header["table"], seed, first, len(events), records)]


def check_ancestor(ancestor: Any, seed: bytes, events: list[Any], n: int) -> list[Any]:
    """Check that the commands of an ancestor cover these events and lead to its head."""
    after, records, leaves = 0, ancestor["commands"], [None] * len(events)
    for record in records:
        check_record(record, after + 1)
        same(record["first"], after + 1, after + 1, "ancestors.commands.first")
        after = record["last"]
        need(record["first"] <= after <= len(events), "it ends elsewhere", after, "ancestors")
        check_caused(record, events, leaves)
    same(after, len(events), n, "ancestors.commands")
    head = first_head(ancestor["table"])
    for record in records:
        first, last = record["first"], record["last"]
        told = command_leaf(command_salt(seed, first), record)
        versions = range(first, last + 1)
        head = next_head(head, told, [leaf(salt_of(seed, n), events[n - 1]) for n in versions])
    same(ancestor["head"], head.hex(), n, "ancestors.head")
    return list(records)


# Luck


def drawn(key: bytes, label: str, of: int, got: Any) -> Any:
    """Repeat a draw: a number below `of`, or a permutation of range(of)."""
    blocks = (mac(key, tag("draw"), sized(label.encode()), u64(c)) for c in range(2**63))
    words = (int.from_bytes(b[i : i + 8], "big") for b in blocks for i in (0, 8, 16, 24))

    def below(n: int) -> int:  # rejects the few words that would favour some results
        return next(x for x in words if x < 2**64 - 2**64 % n) % n

    if not isinstance(got, list):
        return below(of)
    order = list(range(of))
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


# The form of the commands to a table: each field has a kind; a default is never written out


KINDS: dict[str, Any] = {
    "text": lambda value: isinstance(value, str) and value,
    "piece": lambda value: isinstance(value, str) and 0 < len(value) <= 24,
    "name": lambda value: isinstance(value, str) and NAME.fullmatch(value),
    "id": lambda value: isinstance(value, str) and ID.fullmatch(value),
    "hash": lambda value: is_hex(value),
    "flag": lambda value: isinstance(value, bool),
    "whole": lambda value: type(value) is int and value >= 0,
    "size": lambda value: type(value) is int and 0 < value <= 8,
    "bot": lambda value: value in BOTS,
    "watch": lambda value: value in ("everyone", "invited", "nobody"),
    "object": lambda value: isinstance(value, dict),
    "clock": lambda value: is_clock(value),
    "result": lambda value: is_kind(value, "whole") or is_kind(value, "whole*"),
}
COMMANDS = {
    "sit": "piece:piece=null luck:hash=null key:hash=null admitted:flag=false",
    "seat_bot": "bot:bot player:id piece:piece=null",
    "seal_luck": "commitment:hash",
    "leave": "seat:whole",
    "start": "spent:id*=[]",
    "reveal_luck": "share:hash",
    "move_deadline": "outages:outage*",
    "advance_clock": "seconds:whole",
    "break_off": "version:whole head:hash",
    "terminate": "reason:text",
    "call_time": "",
    "resign": "",
    "agree_to_end": "",
    "withdraw_end": "",
    "cancel": "",
}
COMMANDS["open"] = """game:name commitment:hash options:object=null seats:size=null watch:watch=null
    clock:clock="rules" private:flag=false sealed_luck:flag=true matched:id*=[] sit:object=null
    rules:rules=null log:log=null follows:follows=null carried:carried*=[] rematch:rematch=null
    sandbox:sandbox=null"""
OBJECTS = {
    "outage": "began:whole ended:whole",
    "rules": "distribution:text hash:hash version:text",
    "log": "checkpoints:text receipts:text",
    "follows": "table:id head:hash",
    "carried": "player:id rewards:text*",
    "place": "player:id piece:piece? bot:bot?",
    "rematch": "table:id head:hash places:place*",
    "deal": "draw:name got:result",
    "sandbox": "seed:hash deals:deal* clock:text",
}


def is_kind(value: Any, kind: str) -> bool:
    """Return whether a value is of a kind; `*` marks a list, `?` what may be null."""
    if kind.endswith("*"):
        return isinstance(value, list) and all(is_kind(each, kind[:-1]) for each in value)
    if kind.endswith("?"):
        return value is None or is_kind(value, kind[:-1])
    if kind in KINDS:
        return bool(KINDS[kind](value))
    return isinstance(value, dict) and wrong_field(value, OBJECTS[kind]) is None


def wrong_field(value: dict[str, Any], form: str) -> str | None:
    """Return the first field that the form does not allow: `name:kind`, or `name:kind=default`."""
    fields = dict(each.split(":") for each in form.split())
    for name in sorted({*value, *fields} - {"type"}):
        kind, optional, default = fields.get(name, "none=").partition("=")
        if name not in value:
            if not optional:
                return name
        elif kind == "none" or not is_kind(value[name], kind) or canon(value[name]) == default:
            return name
    return None


def check_form(command: Any, name: str, n: int) -> None:
    wrong = wrong_field(command, COMMANDS[name])
    why = "it is missing, not of this command, of another form, or a default written out"
    need(wrong is None, why, n, f"command.command.{wrong}")


# The table: every event of the type `table.…` follows from its command


class Table:
    """The table as its events have it; `play` checks the events of one command."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.opened: Any = None
        self.sitters: list[dict[str, Any]] = []  # player, bot, luck
        self.status = "open"
        self.clock: Any = None
        self.shares: list[bytes] = []
        self.unrevealed: set[int] = set()
        self.autopilot: set[int] = set()
        self.places: list[str] = []  # the players of a rematch, by seat
        self.resigned: list[int] = []  # in the order in which they resigned
        self.proposal: Any = None  # to end the table: the seats that agree, and when it lapses
        self.last_proposal: int | None = None
        self.late: set[int] = set()
        self.time_outs: Counter[int] = Counter()
        self.decision: Any = None
        self.away_until: str | None = None
        self.labels: Counter[str] = Counter()
        self.draws = self.moved = self.signed = 0
        self.banks: list[int] = []  # ms by seat; empty without banks
        self.running: dict[int, Any] = {}  # the clocks that run, by seat
        self.runs: list[dict[str, Any]] = []
        self.out_of_time: set[int] = set()
        self.windows: dict[str, Any] = {}
        self.given: dict[str, int] = {}  # the time of the rules for each kind of decision, in ms
        self.spent: list[str] = []
        self.fork: Any = None
        self.closed: Any = None
        self.at = ""  # of the last command
        self.bot: int | None = None  # the seat whose bot moves

    def play(self, record: Any, events: list[Any]) -> None:
        """Check the events of a command; the first of them has the version `first`."""
        self.n, self.events, self.record = record["first"], events, record
        self.command, self.by, self.bot = record["command"], record["by"], None
        self.signed += "signature" in record
        kind = self.command["type"]
        need(self.status in ("open", "running"), "the table is closed", self.n, "event.type")
        name = kind.removeprefix("table.") if kind.startswith("table.") else "move"
        known = name == "move" or name in COMMANDS
        need(known, "there is no such command", self.n, "command.command.type")
        if name != "move":
            check_form(self.command, name, self.n)
        timed = name in ("call_time", "move_deadline", "break_off")
        need(
            timed == (self.by == "clock"), "the clock calls time; no one else", self.n, "command.by"
        )
        closes = name == "terminate"
        only = "an administrator closes a table; no one else"
        need(closes == (self.by == "administrator"), only, self.n, "command.by")
        acts = name in ("move", "reveal_luck")
        need(acts == (record["seat"] is not None), "the wrong seat acts", self.n, "command.seat")
        try:
            self._check_sandbox_time()
            getattr(self, f"_{name}")()
        except ODD as fault:
            raise odd(fault, self.n, "event.data") from None
        self.at = record["at"]
        need(not self.events, "the command does not cause it", self.n, "event.type")

    def _peek(self) -> str:
        return self.events[0]["type"] if self.events else ""

    def _next(self, kind: str, /, **data: Any) -> Any:
        """Take the next event, which must have this type and exactly these data."""
        need(self.events, f"a {kind} is missing", self.n - 1, "event.type")
        event, self.events = self.events[0], self.events[1:]
        same(event["type"], kind, self.n, "event.type")
        if data:
            same(event["data"], data, self.n, "event.data")
        self.n += 1
        return event["data"]

    @property
    def sandbox(self) -> Any:
        return self.opened and self.opened.get("sandbox")

    def _check_sandbox_time(self) -> None:
        """Check that only the host makes time pass in a sandbox."""
        if self.sandbox:
            advance = self.command["type"] == "table.advance_clock"
            passed = 1000 * self.command["seconds"] if advance else 0
            at = later(self.at, passed, self.n, "command.at")
            same(self.record["at"], at, self.n, "command.at")

    def _advance_clock(self) -> None:
        need(self.sandbox, "it is no sandbox", self.n, "command.command")
        same(self.by, self.opened["host"], self.n, "command.by")
        self._next("table.clock_advanced", seconds=self.command["seconds"])

    def _open(self) -> None:
        need(self.opened is None, "a table is opened once", self.n, "command.command")
        told, n = self._next("table.opened"), self.n - 1
        ask = self.command
        expected = {
            "table": self.part.table,
            "commitment": ask["commitment"],
            "game": ask["game"],
            "host": self.by,
            "clock": ask.get("clock", "rules"),
            "private": ask.get("private", False),
            "sealed_luck": ask.get("sealed_luck", True),
            "expires": later(self.record["at"], DAY, n, "event.at"),
        }
        watch = ask.get("watch") or ("invited" if ask.get("private") else "everyone")
        expected |= {} if watch == "everyone" else {"watch": watch}
        more = ("seats", "follows", "carried", "log", "rules", "rematch", "sandbox")
        expected |= {name: ask[name] for name in more if ask.get(name)}
        free = {name: told[name] for name in ("rules_version", "components", "options", "seats")}
        same(told, free | expected, n, "event.data")
        for name, chosen in (ask.get("options") or {}).items():
            same(told["options"].get(name), chosen, n, f"event.data.options.{name}")
        self.opened, self.clock = told, told["clock"]
        if self.sandbox:
            same(self.sandbox["seed"], self.part.seed.hex(), n, "event.data.sandbox.seed")
            same(self.sandbox["clock"], self.record["at"], n, "event.data.sandbox.clock")
        self.places = [place["player"] for place in (ask.get("rematch") or {}).get("places", [])]
        for place in (ask.get("rematch") or {}).get("places", []):
            if place["bot"] is not None:
                self._take({"piece": place["piece"]}, place["player"], place["bot"])
        if ask.get("sit") is not None:
            same(ask["sit"].get("type"), "table.sit", n, "command.command.sit.type")
            check_form(ask["sit"], "sit", n)
            self._take(ask["sit"], self.by)
        for player in ask.get("matched", []):
            self._take({}, player)
        self._start_if_complete()

    def _take(self, ask: Any, player: str, bot: str | None = None) -> None:
        seat = len(self.sitters)
        if player in self.places:  # a rematch keeps the order of its places
            before = self.places[: self.places.index(player)]
            seat = sum(sitter["player"] in before for sitter in self.sitters)
        sitter = {"player": player, "luck": ask.get("luck"), "bot": bot, "key": ask.get("key")}
        sitter["piece"] = ask.get("piece")
        data = {"seat": seat, **sitter}
        piece = ask.get("piece")
        free = piece is None or piece not in (sitter["piece"] for sitter in self.sitters)
        need(free, "another seat has it", self.n, "command.command.piece")
        allowed = ask.get("luck") is None or self.opened["sealed_luck"]
        need(allowed, "no luck here", self.n, "command.command.luck")
        optional = {name for name in ("bot", "key") if data[name] is None}
        self._next("table.seat_taken", **{name: data[name] for name in data.keys() - optional})
        self.sitters.insert(seat, sitter)

    def _seats_of(self, player: str) -> list[int]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter["player"] == player]

    def _sit(self) -> None:
        own = self._seats_of(self.by)
        if self.status == "open":
            need(not own, "the player has a seat", self.n, "command.by")
            kept = self.by in self.places
            admitted = self.command.get("admitted") or kept or self.by == self.opened["host"]
            need(admitted or not self.opened["private"], "not admitted", self.n, "command.command")
            need(kept or not self.places, "the seats are kept for others", self.n, "command.by")
            self._take(self.command, self.by)
            self._start_if_complete()
            return
        for seat in own:
            if seat not in self.out_of_time:
                self._return(seat)

    def _return(self, seat: int) -> None:
        need(seat not in self.out_of_time, "its bank is empty", self.n, "command.by")
        need(seat not in self.resigned, "the seat has resigned", self.n, "command.by")
        if self.time_outs[seat] or seat in self.autopilot:
            self._next("table.seat_returned", seat=seat)
            self.time_outs[seat] = 0
            self.autopilot.discard(seat)

    def _seat_bot(self) -> None:
        same(self.by, self.opened["host"], self.n, "command.by")
        need(self.status == "open", "the table has started", self.n, "command.command")
        self._take(self.command, self.command["player"], self.command["bot"])
        self._start_if_complete()

    def _start_if_complete(self) -> None:
        if self.places and len(self.sitters) == len(self.places):
            self._begin([])

    def _seal_luck(self) -> None:
        own = self._seats_of(self.by)
        need(self.status == "open" and own, "only a seated player gives luck", self.n, "command.by")
        sitter = self.sitters[own[0]]
        allowed = self.opened["sealed_luck"] and sitter["luck"] is None
        need(allowed, "it cannot be given", self.n, "command.command")
        self._next("table.luck_sealed", seat=own[0], commitment=self.command["commitment"])
        sitter["luck"] = self.command["commitment"]

    def _leave(self) -> None:
        seat = self.command["seat"]
        need(0 <= seat < len(self.sitters), "nobody has this seat", self.n, "command.command.seat")
        owns = self.sitters[seat]["player"] == self.by
        if self.status == "open":
            need(owns or self.by == self.opened["host"], "not theirs", self.n, "command.by")
            self._next("table.seat_left", seat=seat)
            del self.sitters[seat]
            return
        need(owns and seat not in self.autopilot, "not theirs to leave", self.n, "command.by")
        self._next("table.autopilot_engaged", seat=seat, reason="left")
        self.autopilot.add(seat)
        if seat in self.unrevealed:
            self._close("withheld", [seat])
        elif self._deserted():
            self._close("abandoned")

    def _own_seats(self) -> list[int]:
        """Return the seats of a person who plays on."""
        dealt = self.status == "running" and not self.unrevealed
        need(dealt, "nothing is dealt", self.n, "command.command")
        own = [seat for seat in self._seats_of(self.by) if not self.sitters[seat]["bot"]]
        playing = own and not {*own} & {*self.resigned}
        need(playing, "only a person who plays on may", self.n, "command.by")
        return own

    def _resign(self) -> None:
        for seat in self._own_seats():
            self._next("table.seat_resigned", seat=seat)
            self.resigned.append(seat)
            self.autopilot.add(seat)
        self._end_early()

    def _agree_to_end(self) -> None:
        seat, number = self._own_seats()[0], self.decision["number"]
        if self.proposal is None:
            need(self.last_proposal != number, "proposed before", self.n, "command.command")
            lapses = number + 4 * len(self.sitters)
            self._next("table.end_proposed", seat=seat, lapses=lapses)
            self.proposal, self.last_proposal = ([seat], lapses), number
        else:
            need(seat not in self.proposal[0], "agreed before", self.n, "command.by")
            self._next("table.end_agreed", seat=seat)
            self.proposal[0].append(seat)
        self._end_early()

    def _withdraw_end(self) -> None:
        seat = self._own_seats()[0]
        need(self.proposal, "nothing is proposed", self.n, "command.command")
        self._next("table.end_withdrawn", seat=seat)
        self.proposal = None

    def _terminate(self) -> None:
        self._close("terminated", notice=self.command["reason"])

    def _cancel(self) -> None:
        need(self.status == "open", "the table has started", self.n, "command.command")
        same(self.by, self.opened["host"], self.n, "command.by")
        self._close("cancelled")

    def _end_early(self) -> None:
        """Close the table if too few people are left, or if all of them agree."""
        seated = [seat for seat, sitter in enumerate(self.sitters) if not sitter["bot"]]
        player = {seat: self.sitters[seat]["player"] for seat in seated}
        left = {player[seat] for seat in seated if seat not in self.resigned}
        alone = len(left) == 1 and self.resigned and len(seated) == len(self.sitters)
        if not left or alone:
            scores = [0 for _ in self.sitters]
            self._close("resigned", outcome={"places": self._behind(scores), "scores": scores})
        elif self.proposal and left <= {player[seat] for seat in self.proposal[0]}:
            self._close("agreed")
        elif self._deserted():
            self._close("abandoned")

    def _behind(self, places: list[int]) -> list[int]:
        """Return places in which the seats that resigned follow the others, the first one last."""
        players = [sitter["player"] for sitter in self.sitters]
        gone = list(dict.fromkeys(players[seat] for seat in self.resigned))
        order = [
            (1, -gone.index(players[seat])) if seat in self.resigned else (0, place)
            for seat, place in enumerate(places)
        ]
        return [1 + sum(other < own for other in order) for own in order]

    def _deserted(self) -> bool:
        people = {seat for seat, sitter in enumerate(self.sitters) if not sitter["bot"]}
        gone = self.out_of_time | {*self.resigned}
        return bool(people) and people <= self.autopilot and not people <= gone

    def _close(
        self, reason: str, withheld: list[int] | None = None, outcome: Any = None, notice: str = ""
    ) -> None:
        more: dict[str, Any] = {"withheld": withheld} if withheld else {}
        more |= {"notice": notice} if notice else {}
        seed = self.part.seed.hex()
        self._end(self._next("table.closed", reason=reason, outcome=outcome, seed=seed, **more))

    def _end(self, closed: Any) -> None:
        self.closed, self.status, self.decision = closed, closed["reason"], None

    def _start(self) -> None:
        same(self.by, self.opened["host"], self.n, "command.by")
        need(self.status == "open", "the table has started", self.n, "command.command")
        self._begin(self.command.get("spent", []))

    def _begin(self, spent: list[str]) -> None:
        people = {sitter["player"]: sitter for sitter in self.sitters}
        while self._peek() == "table.seat_taken":  # a player keeps further seats
            player = self.events[0]["data"]["player"]
            need(player in people, "nobody sits down now", self.n, "event.data.player")
            own = people[player]
            self._take({"key": own["key"]} if own["key"] else {}, player, own["bot"])
        seats = range(len(self.sitters))
        named = ("player", "luck", "key")
        players, luck, keys = ([sitter[name] for sitter in self.sitters] for name in named)
        won = {each["player"]: each["rewards"] for each in self.opened.get("carried", [])}
        rewards = [[] if who in spent else won.get(who, []) for who in players]
        self.spent = sorted(who for who in spent if who in won)
        fixed = {name: self.opened[name] for name in ("game", "rules_version", "options")}
        fixed |= {"keys": keys} if any(keys) else {}
        self._next("table.started", **fixed, players=players, rewards=rewards, luck=luck)
        self.status, self.shares = "running", [b"" for _ in seats]
        bank = bank_ms(self.clock)
        self.banks = [] if bank is None else [bank for _ in seats]
        self.unrevealed = {seat for seat in seats if luck[seat] is not None}
        if self.unrevealed:
            allowed = bank_ms(self.clock) or decision_ms(self.clock)
            slow = self.clock is None or (allowed or 0) >= DAY
            deadline = later(self.record["at"], DAY if slow else 30_000, self.n, "event.at")
            data = {"number": 0, "key": "reveal", "kind": "reveal", "deadline": deadline}
            seats_asked = sorted(self.unrevealed)
            opened = self._next("table.decision_opened", **data, seats=seats_asked)
            self.decision = {**opened, "opened": self.record["at"]}
        else:
            self._played()

    def _reveal_luck(self) -> None:
        own = [seat for seat in self._seats_of(self.by) if seat in self.unrevealed]
        need(own, "no seat of theirs has sealed luck", self.n, "command.by")
        share = self.command["share"]
        kept = sealed_luck(self.part.table, self.by, bytes.fromhex(share))
        same(self.sitters[own[0]]["luck"], kept, self.n, "command.command.share")
        same(self.record["seat"], own[0], self.n, "command.seat")
        self._next("table.luck_revealed", seat=own[0], share=share)
        self.shares[own[0]] = bytes.fromhex(share)
        self.unrevealed.remove(own[0])
        if not self.unrevealed:
            self.decision = None
            self._played()

    def _call_time(self) -> None:
        at = self.record["at"]
        if self.status == "open":
            need(at >= self.opened["expires"], "it has not expired", self.n, "command.at")
            return self._close("abandoned")
        if self.unrevealed:
            passed = at >= self.decision["deadline"]
            need(passed, "the deadline has not passed", self.n, "command.at")
            return self._close("withheld", sorted(self.unrevealed))
        need(self.events, "something must be due", self.n, "command.command")
        seat = self.events[0]["data"].get("seat")
        asked = seat in self.decision["seats"] and not self.sitters[seat]["bot"]
        need(asked, "this seat is not late", self.n, "event.data.seat")
        deadline = self.running[seat]["deadline"] if self.banks else self.decision["deadline"]
        passed = deadline is not None and at >= deadline
        need(passed or seat in self.autopilot, "it is not late", self.n, "command.at")
        if seat in self.autopilot or seat in self.late:
            self._next("table.default_played", seat=seat)
        else:
            self.time_outs[seat] += 1
            self._next("table.timed_out", seat=seat, running=self.time_outs[seat])
            self.late.add(seat)
            if self.banks and self.clock["kind"] == "bank" and self._spends_all(seat):
                self._next("table.autopilot_engaged", seat=seat, reason="bank_empty")
                self.autopilot.add(seat)
                self.out_of_time.add(seat)
            elif self.time_outs[seat] >= TIME_OUTS_TO_AUTOPILOT:
                self._next("table.autopilot_engaged", seat=seat, reason="time_outs")
                self.autopilot.add(seat)
        return self._close("abandoned") if self._deserted() else self._cause(self.n)

    def _break_off(self) -> None:
        self._close("broken")

    def _move_deadline(self) -> None:
        if self.banks and not self.unrevealed:
            return self._give_back()
        timed = self.decision and self.decision["deadline"]
        need(timed, "there is no deadline", self.n, "command.command")
        n, before = self.n, self.decision["deadline"]
        told = self._next("table.deadline_moved")
        deadline = in_ms(before, n, "event.data.deadline")
        until = in_ms(self.away_until or self.decision["opened"], n, "event.at")
        for outage in sorted(self.command["outages"], key=lambda each: each["began"]):
            if until < outage["ended"] and outage["began"] < deadline:
                deadline += outage["ended"] - max(outage["began"], until)
                until = outage["ended"]
        need(
            deadline > in_ms(before, n, "event.at"),
            "it moves nothing",
            n,
            "command.command.outages",
        )
        expected = {"deadline": deadline, "away_until": until}
        got = {name: in_ms(told[name], n, f"event.data.{name}") for name in told}
        same(got, expected, n, "event.data")
        self.decision = {**self.decision, "deadline": told["deadline"]}
        self.away_until, self.moved = told["away_until"], self.moved + 1
        return None

    def _spends_all(self, seat: int) -> bool:
        clock = self.running[seat]
        return self._spent(clock) >= int(clock["bank_ms"])

    def _spent(self, clock: Any) -> int:
        now, since = (
            in_ms(text, self.n, "event.at") for text in (self.record["at"], clock["since"])
        )
        return max(0, now - since - int(clock["given_back_ms"]))

    def _stop_clocks(self) -> None:
        """Check the clocks that stop; only the rules know whether others should have stopped."""
        before = -1
        while self._peek() == "table.clock_stopped":
            seat = self.events[0]["data"]["seat"]
            runs = seat in self.running and seat > before
            need(runs, "its clock does not run", self.n, "event.data.seat")
            before = seat
            clock = self.running[seat]
            spent, bank = self._spent(clock), clock["bank_ms"]
            if seat in self.autopilot and seat not in self.late:
                spent = 0
            else:
                bank = max(0, bank - spent) + 1000 * self.clock.get("increment_seconds", 0)
            self._next("table.clock_stopped", seat=seat, spent_ms=spent, bank_ms=bank)
            self.banks[seat] = bank
            if spent and seat not in self.late:
                since = max(clock["since"], self.away_until or "")
                self.runs.append({"seat": seat, "since": since, "until": self.record["at"]})
            self.runs = self.runs[-MOST_RUNS:]
            del self.running[seat]

    def _give_back(self) -> None:
        """Check the time that banks and running clocks get back for outages."""
        need(self.decision, "no decision is open", self.n, "command.command")
        outages = sorted(self.command["outages"], key=lambda each: each["began"])
        banks, until = list(self.banks), 0
        for run in self.runs:
            begin, end = (in_ms(run[name], self.n, "event.at") for name in ("since", "until"))
            for each in outages:
                if begin < each["ended"] and each["began"] < end:
                    banks[run["seat"]] += min(each["ended"], end) - max(each["began"], begin)
                    begin, until = each["ended"], max(until, each["ended"])
        clocks = []
        for seat, clock in self.running.items():
            begin = in_ms(max(clock["since"], self.away_until or ""), self.n, "event.at")
            deadline, lost = in_ms(clock["deadline"], self.n, "event.at"), 0
            for each in outages:
                if begin < each["ended"] and each["began"] < deadline + lost:
                    lost += each["ended"] - max(each["began"], begin)
                    begin, until = each["ended"], max(until, each["ended"])
            bank = clock["bank_ms"] + banks[seat] - self.banks[seat]
            clocks.append(self._clock(seat, clock["since"], bank, clock["given_back_ms"] + lost))
        need(until, "nobody has lost any time", self.n, "command.command.outages")
        away = later("1970-01-01T00:00:00.000Z", until, self.n, "event.data.away_until")
        self._next("table.time_given_back", away_until=away, banks_ms=banks, clocks=clocks)
        self.banks, self.running = banks, {clock["seat"]: clock for clock in clocks}
        self.away_until, self.moved = away, self.moved + 1
        begun = [{**run, "since": max(run["since"], away)} for run in self.runs]
        self.runs = [run for run in begun if run["since"] < run["until"]]

    def _clock(self, seat: int, since: str, bank: int, given_back: int) -> Any:
        window = self.windows[self.decision["kind"]]
        allowed = bank if window is None else min(bank, window)
        deadline = later(since, given_back + allowed, self.n, "event.data.clocks")
        clock = {"seat": seat, "since": since, "deadline": deadline}
        return {**clock, "bank_ms": bank, "given_back_ms": given_back}

    def _move(self) -> None:
        dealt = self.status == "running" and not self.unrevealed
        need(dealt, "nothing is dealt", self.n, "command.command")
        seat, n = self.record["seat"], self.n
        game = self.command["type"].startswith(self.opened["game"] + ".")
        need(game, "it is of another game", n, "command.command.type")
        need(seat < len(self.sitters), "there is no such seat", n, "command.seat")
        same(self.by, self.sitters[seat]["player"], n, "command.by")
        if self.sitters[seat]["bot"]:
            drew = self.events[0]["data"]["draws"] if self._peek() == "table.luck_drawn" else []
            label = f"bot:{self.decision['number']}:{seat}:"
            chose = sum(draw["label"].startswith(label) for draw in drew) == 1
            need(chose, "the bot did not choose by the luck of the table", n, "event.data.draws")
            self.bot = seat
        else:
            self._return(seat)
        self._cause(n)

    def _cause(self, n: int) -> None:
        need(self._played(), "it causes no event of the game", n, "command.command")

    def _played(self) -> int:
        """Check what the game causes, and count it: draws, its events, a decision or the end."""
        if self._peek() == "table.luck_drawn":
            self._luck(self._next("table.luck_drawn"))
        begin = self.n
        while self._peek().startswith(self.opened["game"] + "."):
            self._next(self._peek())
        played: int = self.n - begin
        self._stop_clocks()
        if self._peek() == "table.closed":
            self._finish()
        elif self._peek() == "table.decision_opened":
            self._decide()
        else:
            need(self.decision, "no decision is open", self.n - 1, "event.type")
        return played

    def _finish(self) -> None:
        need(not self.running, "a clock still runs", self.n, "event.type")
        closed, n, seats = self._next("table.closed"), self.n - 1, len(self.sitters)
        outcome = closed["outcome"]
        data = {"reason": "finished", "outcome": outcome, "seed": self.part.seed.hex()}
        same(closed, data, n, "event.data")
        need(outcome and outcome.keys() == {"places", "scores"}, "no outcome", n, "event.data")
        for name in ("places", "scores"):
            numbers = all(type(each) is int for each in outcome[name])
            need(
                numbers and len(outcome[name]) == seats,
                "not one per seat",
                n,
                f"event.data.outcome.{name}",
            )
        places = sorted(outcome["places"])
        ranked = all(place == 1 + places.index(place) for place in places)
        need(ranked, "these are no places", n, "event.data.outcome.places")
        same(outcome["places"], self._behind(outcome["places"]), n, "event.data.outcome.places")
        self._end(closed)

    def _decide(self) -> None:
        need(not self.running, "a clock still runs", self.n, "event.type")
        told, n = self._next("table.decision_opened"), self.n - 1
        number = self.decision["number"] + 1 if self.decision else 1
        deadline, allowed, more = told["deadline"], decision_ms(self.clock), {}
        self.away_until, self.decision = None, {**told, "opened": self.record["at"]}
        if self.banks:
            more = self._start_clocks(told, n)
            deadline = min((each["deadline"] for each in self.running.values()), default=None)
        elif self.clock is None:
            deadline = None
        elif allowed is not None:
            deadline = later(self.record["at"], allowed, n, "event.at")
        else:
            at, kind = in_ms(self.record["at"], n, "event.at"), told["kind"]
            given = in_ms(deadline, n, "event.data.deadline") - at
            need(given > 0, "it is over at once", n, "event.data.deadline")
            once = self.given.setdefault(kind, given)
            need(given == once, f"a {kind} had {once} ms before", n, "event.data.deadline")
        expected = {name: told[name] for name in ("key", "kind", "seats")}
        named = isinstance(told["key"], str) and is_kind(told["kind"], "name")
        need(named, "it is no decision", n, "event.data.kind")
        same(told, {**expected, **more, "number": number, "deadline": deadline}, n, "event.data")
        known = set(told["seats"]) <= set(range(len(self.sitters))) and told["seats"]
        need(known and told["seats"] == sorted({*told["seats"]}), "no seats", n, "event.data.seats")
        self.late, self.labels = set(), Counter()
        if self.proposal and told["number"] >= self.proposal[1]:
            self._next("table.end_lapsed")
            self.proposal = None

    def _start_clocks(self, told: Any, n: int) -> Any:
        """Start the clocks of the people who are asked; return what the event has to say of them.

        The rules give every reaction of one kind the same time.
        """
        window = told.get("window_ms")
        short = type(window) is int and 0 < window <= MOST_WINDOW
        need(window is None or short, "it is no reaction", n, "event.data.window_ms")
        same(window, self.windows.setdefault(told["kind"], window), n, "event.data.window_ms")
        people = [seat for seat in told["seats"] if not self.sitters[seat]["bot"]]
        at = self.record["at"]
        self.running = {seat: self._clock(seat, at, self.banks[seat], 0) for seat in people}
        clocks = list(self.running.values())
        more = {} if window is None else {"window_ms": window}
        return more | ({"clocks": clocks} if clocks else {})

    def _luck(self, data: Any) -> None:
        n, field = self.n - 1, "event.data.draws"
        need(data.keys() == {"draws"} and data["draws"], "it draws nothing", n, field)
        name = "sandbox" if self.sandbox else self.part.table
        key = mixed_key(name, self.part.seed, self.shares)
        scripted = {deal["draw"] for deal in (self.sandbox or {"deals": ()})["deals"]}
        decision = self.decision["number"] if self.decision else 0
        seats = ["-", *map(str, range(len(self.sitters)))]
        for draw in data["draws"]:
            need(draw.keys() == {"label", "of", "got"}, "it is no draw", n, field)
            label, of, got = draw["label"], draw["of"], draw["got"]
            series, _, count = label.rpartition(":")
            self.labels[series] += 1
            purpose, number, seat = series.rsplit(":", 2)
            placed = purpose and number == str(decision) and seat in seats
            need(placed and count == str(self.labels[series]), f"odd draw {label}", n, field)
            need(type(of) is int and 0 < of < 2**53, f"odd draw {label}", n, field)
            need(is_kind(got, "result"), f"odd draw {label}", n, field)
            need(type(got) is int or len(got) == of, f"{label} has not {of} results", n, field)
            bots_own = purpose != "bot" or seat == str(self.bot)
            need(bots_own, "only a bot that moves draws like this", n, field)
            if purpose not in scripted:
                same(got, drawn(key, label, of, got), n, f"{field} ({label})")
            self.draws += 1

    def forked(self, part: Part, record: Any, events: list[Any]) -> None:
        """Go on at another table: one player has every seat, and there is no clock."""
        n, told = part.first, events[-1]["data"]
        same(events[-1]["type"], "table.forked", n, "event.type")
        asked = {"bots": bots} if (bots := told.get("bots", [])) else {}
        known = {"table", "of", "player", "commitment", *asked}
        need(told.keys() == known, "no fork", n, "event.data")
        need(fork_bots_fit(bots, len(self.sitters)), "no such bots", n, "event.data.bots")
        need(told["of"].keys() == {"table", "version", "head", "seed"}, "no fork", n, "event.data")
        ask = {"type": "table.fork", "table": told["of"]["table"], "version": n - 1, **asked}
        same(record["command"], ask, n, "command.command")
        same(record["by"], told["player"], n, "command.by")
        same((record["first"], record["last"]), (1, n), n, "command.last")
        dealt = self.status == "running" and not self.unrevealed
        need(dealt, "the play had not begun, or was over", n, "command.command")
        self.part, self.fork, self.clock = part, told["of"], None
        by_seat = {each["seat"]: each for each in bots}
        taken = [by_seat.get(seat, {**told, "bot": None}) for seat in range(len(self.sitters))]
        self.sitters = [{"player": t["player"], "bot": t["bot"], "luck": None} for t in taken]
        self.shares, self.unrevealed = [b"" for _ in self.sitters], set()
        self.autopilot, self.late, self.time_outs = set(), set(), Counter()
        self.banks, self.running, self.runs, self.out_of_time = [], {}, [], set()
        self.resigned, self.proposal, self.last_proposal = [], None, None
        self.decision = self.decision and {**self.decision, "deadline": None}


def bank_ms(clock: Any) -> int | None:
    """Return the bank of each seat at the start; None without banks."""
    banked = isinstance(clock, dict) and clock["kind"] in ("fischer", "bank")
    return 1000 * int(clock["bank_seconds"]) if banked else None


def decision_ms(clock: Any) -> int | None:
    """Return the time for each decision; None if the rules, banks or nobody limits it."""
    if isinstance(clock, dict):
        return int(clock["days"]) * DAY if clock["kind"] == "correspondence" else None
    return None if clock in (None, "rules") else 1000 * int(clock)


def is_clock(clock: Any) -> bool:
    """Return whether a table can have this clock."""
    fields = CLOCKS.get(str(clock.get("kind")), set()) if isinstance(clock, dict) else None
    if fields is None:
        return clock in (None, "rules") or (type(clock) is int and clock > 0)
    whole_ones = all(
        type(clock[name]) is int and clock[name] > 0 for name in fields if name in clock
    )
    return bool(fields) and clock.keys() == {"kind", *fields} and whole_ones


def fork_bots_fit(bots: Any, seats: int) -> bool:
    """Tell whether the bots of a fork are well formed, in the order of seats, and leave one."""
    known = [each for each in bots if each.keys() == {"seat", "player", "bot"}]
    taken = [each["seat"] for each in known if type(each["seat"]) is int and each["bot"] in BOTS]
    return taken == [n for n in range(seats) if n in taken] and len(bots) == len(taken) < seats


def replay(all_parts: list[Part], events: list[Any]) -> Table:
    """Check every event of the table itself, part by part, and return the table at the end."""
    table = Table(all_parts[0])
    for part in all_parts:
        for record in part.records:
            own = events[record["first"] - 1 : record["last"]]
            if part.first > 1 and record["first"] == 1:
                table.forked(part, record, own)
            else:
                table.play(record, own)
    return table


def check_header(header: Any, table: Table, events: list[Any]) -> None:
    """Check that the header says what the events lead to."""
    need(table.closed, "the table is not closed", len(events), "event.type")
    told = {name: table.opened[name] for name in ("game", "rules_version", "components", "options")}
    told |= {"status": table.status, "outcome": table.closed["outcome"], "fork": table.fork}
    told |= {"table": table.part.table, "seed": table.part.seed.hex()}
    told |= {"commitment": commitment(table.part.table, table.part.seed)}
    told |= {"players": [sitter["player"] for sitter in table.sitters]}
    told |= {"rules": table.opened.get("rules"), "sandbox": table.sandbox}
    for name, value in told.items():
        same(header.get(name), value, 0, f"header.{name}")


def check_open_header(header: Any, events: list[Any]) -> None:
    """Check the header of a table that is still played against what can be seen."""
    begun = events[0]["data"]
    status, players, fork = "open", list[str](), None
    for n, event in enumerate(events, 1):
        kind, data = (event["type"], event["data"]) if event else ("", {})
        need(kind != "table.closed", "it is closed, but its seed is not told", n, "header.seed")
        if kind == "table.seat_taken":
            players.insert(data["seat"], data["player"])
        elif kind == "table.seat_left":
            del players[data["seat"]]
        elif kind == "table.started":
            status = "running"
            same(data["players"], players, n, "event.data.players")
        elif kind == "table.forked":
            begun, fork = {**begun, **data}, data["of"]
            bots = {each["seat"]: each["player"] for each in data.get("bots", [])}
            players = [bots.get(seat, data["player"]) for seat in range(len(players))]
    told = {name: begun[name] for name in ("game", "rules_version", "components", "options")}
    told |= {"table": begun["table"], "commitment": begun["commitment"], "fork": fork}
    told |= {"status": status, "players": players, "outcome": None, "rules": begun.get("rules")}
    told |= {"sandbox": begun.get("sandbox")}
    for name, value in told.items():
        same(header.get(name), value, 0, f"header.{name}")


# The verdict


class Verdict(NamedTuple):
    word: str  # PASS or UNFINISHED
    summary: str
    not_checked: tuple[str, ...]


def verify(text: str) -> Verdict:
    """Return what was checked and what was not; raise Wrong if a check fails."""
    found: Bundle | None = None
    try:
        found = bundle(text)
        return judged(found)
    except Wrong as wrong:
        wrong.line = wrong.line or line_of(found, wrong)
        raise
    except ODD as fault:
        raise odd(fault, 0, "header", 1) from None


def line_of(found: Bundle | None, wrong: Wrong) -> int:
    """Return the line of a finding in the form with one object per line."""
    if found is None or not wrong.version:
        return 1
    events = 1 + len(found.ancestors)
    if wrong.field.startswith("command."):
        for place, line in enumerate(found.commands, 1 + events + len(found.events)):
            if line["command"].get("first") == wrong.version:
                return place
    return events + wrong.version


def judged(found: Bundle) -> Verdict:
    header = found.header
    named = header.keys() - {"rules", "sandbox"}
    need(named == {*HEADER.split()}, "the header has other fields", 0, "header")
    named = "rules" not in header or is_kind(header["rules"], "rules")
    need(named, "it names no rules", 0, "header.rules")
    own = header["format"] == FORMAT
    need(own, f"this verifier judges {FORMAT}. {EARLIER}", 0, "header.format")
    need(ID.fullmatch(header["table"]), "it is no id", 0, "header.table")
    need(header["seed"] is None or is_hex(header["seed"]), "it is not hex", 0, "header.seed")
    events = follow(header, found.events)
    same(events[0] and events[0]["type"], "table.opened", 1, "event.type")
    records = check_commands(found, events)
    mark = "SANDBOX, " if header.get("sandbox") else ""
    count, head = f"{mark}{len(events)} events", f"head {header['head']}"
    if header["seed"] is None:
        check_open_header(header, events)
        later_on = "what is sealed, every draw, and every command but your own: only after the end"
        return Verdict("UNFINISHED", f"{count}, {head}", (later_on, *NOT_CHECKED))
    try:
        table = replay(parts(found, events, records), events)
    except ODD as fault:
        raise odd(fault, 0, "ancestors") from None
    check_header(header, table, events)
    return Verdict("PASS", f"{count}, {table.draws} draws, {head}", not_checked(table))


def not_checked(table: Table) -> tuple[str, ...]:
    more = list[str]()
    if table.opened.get("follows"):
        more.append(f"rewards from table {table.opened['follows']['table']}")
    if table.closed["outcome"] is None:
        more.append(f"{table.status}: there is no outcome")
    if table.sandbox:
        more.append("luck and times: in a sandbox the host fixes the luck and moves the clock")
    elif table.status != "withheld" and not any(table.shares):
        more.append("luck: no share was revealed here, so the operator could choose the seed")
    if table.moved:
        more.append(f"{table.moved} moved deadlines: the outages are the operator's word")
    if table.signed:
        more.append(f"{table.signed} signatures: this verifier does not check them")
    if table.spent:
        more.append(f"that {', '.join(table.spent)} spent their rewards at another table")
    return (*more, *NOT_CHECKED)


def read(name: str) -> str:
    """Return the text of a file, unpacked; never reads more than the largest bundle."""
    with open(name, "rb") as file:
        content = file.read(LARGEST + 1)
    if content.startswith(b"\x1f\x8b"):
        unpack = zlib.decompressobj(wbits=31)
        try:
            content = unpack.decompress(content, LARGEST + 1)
        except zlib.error as damaged:
            raise Wrong(f"the gzip file is damaged: {damaged}") from None
        need(len(content) > LARGEST or (unpack.eof and not unpack.unused_data), "it is cut off")
    need(len(content) <= LARGEST, f"it is larger than {LARGEST} bytes; no table is")
    return content.decode(errors="replace")


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        verdict = verify(read(sys.argv[1]))
    except OSError as missing:
        print("It takes a file:", missing, file=sys.stderr)
        return 2
    except Wrong as wrong:
        line, version, field = wrong.line or 1, wrong.version, wrong.field
        print(f"FAIL: line {line}, version {version}, field {field}: {wrong}")
        return 1
    print(f"{verdict.word}: {verdict.summary}")
    for each in verdict.not_checked:
        print("  not checked:", each)
    return 0 if verdict.word == "PASS" else 3


if __name__ == "__main__":
    sys.exit(main())
