"""Commands for streams."""

from bisect import bisect_left, bisect_right
from functools import partial
from typing import Any, TypeAlias

from tests.simulation.store.values import CommandError, Keyspace, commands_of, number

Id: TypeAlias = tuple[int, int]
MOST = 2**64 - 1
FIRST, LAST = (0, 0), (MOST, MOST)


class Stream:
    def __init__(self) -> None:
        self.ids: list[Id] = []
        self.entries: list[list[Any]] = []  # [id, [field, value, …]] as they are returned
        self.last: Id = FIRST

    def after(self, position: Id, count: int | None = None) -> list[list[Any]]:
        start = bisect_right(self.ids, position)
        return self.entries[start:] if count is None else self.entries[start : start + count]

    def cut_last(self, last: Id) -> None:
        """Take back the newest entry."""
        self.ids.pop()
        self.entries.pop()
        self.last = last

    def put_back(self, place: int, id_: Id, entry: list[Any]) -> None:
        self.ids.insert(place, id_)
        self.entries.insert(place, entry)


def parsed(text: bytes, seq: int = 0) -> Id:
    ms, _, nth = text.partition(b"-")
    return number(ms), number(nth) if nth else seq


def written(id_: Id) -> bytes:
    return b"%d-%d" % id_


def xadd(keys: Keyspace, key: bytes, *words: bytes) -> bytes | None:
    rest = list(words)
    if rest[0].upper() == b"NOMKSTREAM":
        rest.pop(0)
        if keys.find(key, Stream) is None:
            return None
    if rest[0].upper() in (b"MAXLEN", b"MINID") and rest[1] == b"~":
        del rest[:3]  # about so many, or so long: a server may keep more
    id_text, *flat = rest
    if not flat or len(flat) % 2:
        raise CommandError("ERR wrong number of arguments for 'xadd' command")
    stream: Stream | None = keys.find(key, Stream)
    last = FIRST if stream is None else stream.last
    if last == LAST:
        raise CommandError("ERR The stream has exhausted the last possible ID")
    id_ = _wanted(id_text, last, keys.now_ms())
    if id_ <= last:
        raise CommandError(
            "ERR The ID specified in XADD is equal or smaller than the target stream top item"
        )
    stream = keys.make(key, Stream)
    stream.ids.append(id_)
    stream.entries.append([written(id_), flat])
    stream.last = id_
    keys.undo(lambda: stream.cut_last(last))
    return written(id_)


def _wanted(text: bytes, last: Id, now: int) -> Id:
    """Return the id of a new entry: of now, of this millisecond, or as it is given."""
    if text == b"*":
        return _next(last, now)
    if not text.endswith(b"-*"):
        return parsed(text)
    ms = number(text[:-2])
    return ms, last[1] + 1 if ms == last[0] else 0


def xinfo(keys: Keyspace, kind: bytes, key: bytes) -> list[Any]:
    stream = keys.find(key, Stream)
    if stream is None:
        raise CommandError("ERR no such key")
    return [b"length", len(stream.ids), b"last-generated-id", written(stream.last)]


def _next(last: Id, now: int) -> Id:
    if now > last[0]:
        return now, 0
    return (last[0], last[1] + 1) if last[1] < MOST else (last[0] + 1, 0)


def xlen(keys: Keyspace, key: bytes) -> int:
    stream = keys.find(key, Stream)
    return 0 if stream is None else len(stream.ids)


def xdel(keys: Keyspace, key: bytes, *ids: bytes) -> int:
    stream, deleted = keys.find(key, Stream), 0
    for id_ in map(parsed, ids if stream else ()):
        if id_ in stream.ids:
            place = stream.ids.index(id_)
            entry = stream.entries[place]
            del stream.ids[place], stream.entries[place]
            keys.undo(partial(stream.put_back, place, id_, entry))
            deleted += 1
    return deleted


def xrange(keys: Keyspace, key: bytes, start: bytes, stop: bytes, *options: bytes) -> list[Any]:
    stream = keys.find(key, Stream)
    if stream is None:
        return []
    found: list[Any] = stream.entries[_low(stream, start) : _high(stream, stop)]
    return found[: number(options[1])] if options else found


def xrevrange(keys: Keyspace, key: bytes, stop: bytes, start: bytes, *options: bytes) -> list[Any]:
    stream = keys.find(key, Stream)
    if stream is None:
        return []
    low, high = _low(stream, start), _high(stream, stop)
    count = number(options[1]) if options else high - low
    found: list[Any] = stream.entries[max(low, high - count) : high][::-1]
    return found


def _low(stream: Stream, bound: bytes) -> int:
    if bound == b"-":
        return 0
    if bound.startswith(b"("):
        return bisect_right(stream.ids, parsed(bound[1:]))
    return bisect_left(stream.ids, parsed(bound))


def _high(stream: Stream, bound: bytes) -> int:
    if bound == b"+":
        return len(stream.ids)
    if bound.startswith(b"("):
        return bisect_left(stream.ids, parsed(bound[1:], MOST))
    return bisect_right(stream.ids, parsed(bound, MOST))


def xread(keys: Keyspace, *words: bytes) -> list[Any] | None:
    """Return what is new; the server repeats the command while it may block."""
    names, ids, count = read_arguments(words)
    found = []
    for name, after in zip(names, ids, strict=True):
        stream = keys.find(name, Stream)
        if stream is None:
            continue
        position = parsed(after)
        if stream.last > position and (entries := stream.after(position, count)):
            found.append([name, entries])
    return found or None


def read_arguments(words: tuple[bytes, ...]) -> tuple[list[bytes], list[bytes], int | None]:
    """Return names, ids and the count of XREAD."""
    at = next(n for n, word in enumerate(words) if word.upper() == b"STREAMS")
    options, rest = [word.upper() for word in words[:at]], list(words[at + 1 :])
    count = number(words[options.index(b"COUNT") + 1]) if b"COUNT" in options else None
    half = len(rest) // 2
    return rest[:half], rest[half:], count


COMMANDS = commands_of(globals())
