"""Checks the history of a table without trusting anybody: one file, only the standard library.

    curl -H 'Accept: application/x-ndjson' <address of the table>/history > history.ndjson
    python3 verify.py history.ndjson

PASS means: every event stands in its place with its content, as the heads given out during the game
fix it; the seed is the one the server committed to before anyone sat down; every draw of luck
follows from that seed and from what the players threw in. Not checked are the rules of the game
(`ludotheque verify` does that), and what the commands say: they stand beside the chain, not in it.
The format is described in openapi/history.md.
"""

import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from typing import Any

FORMAT = "ludotheque/history/1"
LARGEST = 32 * 1024 * 1024  # bytes, unpacked
HEX = re.compile(r"[0-9a-f]{64}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
HEADER = """commitment components fork format game head options outcome players rules_version seed
    status table version"""
EVENT, COMMAND = "at data rule seat type version", "at by command first key last seat"
u64 = struct.Struct(">Q").pack  # eight bytes, big-endian


class Wrong(Exception):
    """The history is wrong; the message says how."""


def need(true: Any, why: str) -> None:
    if not true:
        raise Wrong(why)


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
    """Yield header, events and commands from a text with one object per line."""
    need(text.endswith("\n"), "its last line is cut off")
    for line in re.finditer("(.*)\n", text):
        value, end = value_at(line[1], 0)
        need(end == len(line[1]), "something follows an object on its line")
        kind = next(iter(value)) if len(value) == 1 else "event"
        yield kind, value if kind == "event" else value[kind]


def from_document(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the same from a text with one object that contains all."""
    parts, end = {'{"header":': "header", ',"events":[': "event", '],"commands":[': "command"}, 0
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


def bundle(text: str) -> tuple[Any, list[Any], list[Any]]:
    found: dict[str, list[Any]] = {"header": [], "event": [], "command": []}
    kinds = list(found)
    for kind, value in from_lines(text) if "\n" in text else from_document(text):
        later = kinds[kinds.index(kind) + 1 :]
        need(not any(found[each] for each in later), f"a {kind} is in the wrong place")
        found[kind].append(value)
    need(len(found["header"]) == 1 and found["event"], "it needs one header, and events")
    return found["header"][0], found["event"], found["command"]


def tag(name: str) -> bytes:
    return b"ludotheque/" + name.encode() + b"/1\0"


def sized(text: str) -> bytes:
    return u64(len(text.encode())) + text.encode()


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def leaf(salt: bytes, event: Any) -> bytes:
    return sha(b"\0", salt, canon(event).encode())


def chain(table: str, seed: bytes, events: list[Any]) -> bytes:
    """Return the head after these events."""
    head = sha(tag("chain"), table.encode())
    for n, event in enumerate(events, 1):
        head = sha(b"\1", head, leaf(mac(seed, tag("salt"), u64(n)), event))
    return head


def follow(header: Any, lines: list[Any]) -> list[Any]:
    """Check the chain and return its events; None for those that are still sealed."""
    seed = bytes.fromhex(header["seed"] or "")
    head, before, events = sha(tag("chain"), header["table"].encode()), "", []
    for n, line in enumerate(lines, 1):
        need(HEX.fullmatch(line["leaf"]), f"{n}: the leaf is not 64 lower-case hex digits")
        event = line.get("event")
        if event is None:
            need(line.keys() == {"head", "leaf", "version"}, f"{n}: this is no sealed event")
            need(line["version"] == n and not seed, f"{n}: it must not be sealed here")
        else:
            need(line.keys() == {"event", "head", "leaf", "salt"}, f"{n}: this is no event")
            need(
                event.keys() == {*EVENT.split()} and event["version"] == n, f"{n}: not version {n}"
            )
            need(MOMENT.fullmatch(event["at"]) and event["at"] >= before, f"{n}: bad time")
            need(HEX.fullmatch(line["salt"]), f"{n}: the salt is not 64 lower-case hex digits")
            salt, before = bytes.fromhex(line["salt"]), event["at"]
            own = salt if not seed else mac(seed, tag("salt"), u64(n))
            need(salt == own, f"{n}: the salt does not follow from the seed")
            need(line["leaf"] == leaf(salt, event).hex(), f"{n}: the leaf is not of this event")
        head = sha(b"\1", head, bytes.fromhex(line["leaf"]))
        need(line["head"] == head.hex(), f"{n}: the head does not follow from the one before")
        events.append(event)
    need(header["version"] == len(lines), "the header has another number of events")
    need(header["head"] == head.hex(), "the header has another head")
    return events


def check_header(header: Any, events: list[Any]) -> None:
    """Check that the header agrees with the events."""
    opened, closed = events[0]["data"], events[-1]["data"]
    forks = [event["data"] for event in events if event["type"] == "table.forked"]
    need(events[0]["type"] == "table.opened", "1: this is not the opening of a table")
    need(events[-1]["type"] == "table.closed", f"{len(events)}: this is not the end of a table")
    told = {name: opened[name] for name in ("game", "rules_version", "components", "options")}
    told |= {"seed": closed["seed"], "outcome": closed["outcome"], "status": closed["reason"]}
    told |= {"fork": forks[-1]["of"] if forks else None}
    told |= {name: (forks or [opened])[-1][name] for name in ("table", "commitment")}
    for name, value in told.items():
        need(header[name] == value, f"the events have another {name} than the header")


def seeds(header: Any, events: list[Any]) -> list[tuple[str, bytes, int]]:
    """Return table, seed and last version of each part: a fork adds one part."""
    table, promised = events[0]["data"]["table"], events[0]["data"]["commitment"]
    found: list[tuple[str, bytes, int]] = []
    need(sum(event["type"] == "table.forked" for event in events) <= 20, "too many forks")
    for n, event in enumerate([*events, None], 1):
        if event is not None and event["type"] != "table.forked":
            continue
        of = (
            {"table": header["table"], "seed": header["seed"]} if not event else event["data"]["of"]
        )
        seed = bytes.fromhex(of["seed"])
        need(of["table"] == table, f"{n}: this is the history of another table")
        kept = sha(tag("seed"), table.encode(), seed).hex()
        need(kept == promised, f"the seed up to version {n - 1} does not match the commitment")
        found.append((table, seed, n - 1))
        if event:
            there = (of["version"], of["head"]) == (
                n - 1,
                chain(table, seed, events[: n - 1]).hex(),
            )
            need(there, f"{n}: the earlier events are not those of the forked table")
            table, promised = event["data"]["table"], event["data"]["commitment"]
    return found


def drawn(key: bytes, label: str, of: int, got: Any) -> Any:
    """Repeat a draw: a number below `of`, or a permutation of range(of)."""
    blocks = (mac(key, tag("draw"), sized(label), u64(c)) for c in range(2**63))
    words = (int.from_bytes(b[i : i + 8], "big") for b in blocks for i in (0, 8, 16, 24))

    def below(n: int) -> int:  # rejects the few words that would favour some results
        return next(x for x in words if x < 2**64 - 2**64 % n) % n

    if isinstance(got, int):
        return below(of)
    order = list(range(of if of == len(got) else 0))
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def check_luck(header: Any, events: list[Any]) -> int:
    """Check the players and every draw against the seeds; return the number of draws."""
    parts, sitters, number = seeds(header, events), list[tuple[str, str]](), 0
    for n, event in enumerate(events, 1):
        kind, data = event["type"], event["data"]
        if kind == "table.seat_taken":
            sitters.append((data["player"], data["entropy"]))
        elif kind == "table.seat_left":
            del sitters[data["seat"]]
        elif kind == "table.forked":
            sitters = [(data["player"], entropy) for _, entropy in sitters]
        elif kind == "table.luck_drawn":
            table, seed = next(part[:2] for part in parts if n <= part[2])
            thrown_in = (sized(entropy) for _, entropy in sitters)
            key = mac(seed, tag("mix"), table.encode(), *thrown_in)
            for draw in data["draws"]:
                number += 1
                label, of, got = draw["label"], draw["of"], draw["got"]
                need(label.endswith(f":{number}") and 0 < of < 2**53, f"{n}: bad draw {label}")
                need(drawn(key, label, of, got) == got, f"{n}: {label} is not of this seed")
    need(header["players"] == [player for player, _ in sitters], "the header has other players")
    return number


def check_commands(commands: list[Any], events: list[Any]) -> None:
    """Check that the commands cover all events and have their time and seat."""
    after = 0
    for command in commands:
        need(command.keys() == {*COMMAND.split()}, f"{after + 1}: this is no command")
        need(command["first"] == after + 1 <= command["last"], f"{after + 1}: not covered once")
        after = command["last"]
        last = events[after - 1]
        told = (command["at"], command["seat"]) == (last["at"], last["seat"])
        need(told, f"{after}: its command has another time or seat")
    need(after == len(events), f"{after + 1}: no command caused this event")


def verify(text: str) -> str:
    """Return a summary of what was checked; raise Wrong if a check fails."""
    try:
        header, lines, commands = bundle(text)
        need(
            header.keys() == {*HEADER.split()} and header["format"] == FORMAT, f"it is not {FORMAT}"
        )
        need(header["seed"] is None or HEX.fullmatch(header["seed"]), "the seed is not hex")
        events = follow(header, lines)
        need(header["seed"], f"the table is not closed; the chain is correct up to {len(lines)}")
        check_header(header, events)
        draws = check_luck(header, events)
        check_commands(commands, events)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as odd:
        raise Wrong(f"it is not a bundle: {odd!r}") from None
    except RecursionError:
        raise Wrong("it is nested too deeply") from None
    return f"{len(lines)} events, {draws} draws, head {header['head']}"


def read(name: str) -> str:
    """Return the text of a file, unpacked; never reads more than the largest bundle."""
    with open(name, "rb") as file:
        content = file.read(LARGEST + 1)
    if content.startswith(b"\x1f\x8b"):
        unpack = zlib.decompressobj(wbits=31)
        content = unpack.decompress(content, LARGEST + 1)
        need(len(content) > LARGEST or (unpack.eof and not unpack.unused_data), "it is cut off")
    need(len(content) <= LARGEST, f"it is larger than {LARGEST} bytes; no table is")
    return content.decode(errors="replace")


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print("PASS:", verify(read(sys.argv[1])))
    except OSError as missing:
        print("It takes a file:", missing, file=sys.stderr)
        return 2
    except (Wrong, zlib.error) as wrong:
        print("FAIL:", wrong)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
