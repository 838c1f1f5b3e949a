"""The values behind the keys of the simulated store, and how each change of one is undone."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, TypeAlias

Undo: TypeAlias = Callable[[], object]
MISSING = object()


class CommandError(Exception):
    """A command fails with this error reply."""


class Status(bytes):
    """A simple string such as OK, which Lua sees as a table."""


class SortedSet:
    def __init__(self) -> None:
        self.scores: dict[bytes, float] = {}
        self.ordered: list[tuple[float, bytes]] = []

    def put(self, member: bytes, score: float) -> float | None:
        """Set the score of a member and return the one before."""
        old = self.scores.get(member)
        if old != score:
            if old is not None:
                self._take_out(member, old)
            self.scores[member] = score
            insort(self.ordered, (score, member))
        return old

    def remove(self, member: bytes) -> float | None:
        """Remove a member and return its score."""
        old = self.scores.pop(member, None)
        if old is not None:
            self._take_out(member, old)
        return old

    def _take_out(self, member: bytes, score: float) -> None:
        del self.ordered[bisect_left(self.ordered, (score, member))]


class Keyspace:
    """Keys with their values; a journal of the latest changes lets them be taken back."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms  # the store's own clock, which may jump
        self.data: dict[bytes, Any] = {}
        self.expiry: dict[bytes, int] = {}
        self.undo: Callable[[Undo], None] = lambda _: None  # set by the server that keeps a journal

    def find(self, key: bytes, kind: type | tuple[type, ...]) -> Any:
        """Return the value of a key, None if it is missing; fail if it is of another kind."""
        if key in self.expiry and self.expiry[key] <= self.now_ms():
            self.delete(key)
        value = self.data.get(key)
        if value is not None and not isinstance(value, kind):
            raise CommandError("WRONGTYPE Operation against a key holding the wrong kind of value")
        return value

    def make(self, key: bytes, kind: type) -> Any:
        """Return the value of a key; an empty one of this kind is stored if it is missing."""
        value = self.find(key, kind)
        if value is None:
            value = kind()
            self.put(key, value)
        return value

    def put(self, key: bytes, value: Any) -> None:
        old = self.data.get(key, MISSING)
        self.data[key] = value
        self.undo(lambda: self._restore(self.data, key, old))
        self.expire(key, None)

    def delete(self, key: bytes) -> bool:
        if key not in self.data:
            return False
        old = self.data.pop(key)
        self.undo(lambda: self._restore(self.data, key, old))
        self.expire(key, None)
        return True

    def expire(self, key: bytes, at_ms: int | None) -> None:
        old = self.expiry.get(key, MISSING)
        if at_ms is None and old is MISSING:
            return
        self._restore(self.expiry, key, MISSING if at_ms is None else at_ms)
        self.undo(lambda: self._restore(self.expiry, key, old))

    def drop_empty(self, key: bytes, value: Any) -> None:
        if not value:
            self.delete(key)

    def set_field(self, fields: dict[bytes, Any], name: bytes, value: Any) -> bool:
        """Set a field of a hash, or a member of a set; return whether it is new."""
        old = fields.get(name, MISSING)
        fields[name] = value
        self.undo(lambda: self._restore(fields, name, old))
        return old is MISSING

    def drop_field(self, fields: dict[bytes, Any], name: bytes) -> bool:
        old = fields.pop(name, MISSING)
        if old is MISSING:
            return False
        self.undo(lambda: self._restore(fields, name, old))
        return True

    def drop_fields(self, key: bytes, kind: type, names: Iterable[bytes]) -> int:
        """Drop fields of a hash, or members of a set; return how many there were."""
        value = self.find(key, kind)
        if value is None:
            return 0
        dropped = sum([self.drop_field(value, name) for name in names])
        self.drop_empty(key, value)
        return dropped

    def set_score(self, members: SortedSet, member: bytes, score: float | None) -> float | None:
        """Set the score of a member, or remove it (None); return the score before."""
        old = members.remove(member) if score is None else members.put(member, score)
        if old is None:
            self.undo(lambda: members.remove(member))
        else:
            self.undo(lambda: members.put(member, old))
        return old

    @staticmethod
    def _restore(mapping: dict[bytes, Any], key: bytes, old: Any) -> None:
        if old is MISSING:
            mapping.pop(key, None)
        else:
            mapping[key] = old


def commands_of(module: dict[str, Any]) -> dict[bytes, Callable[..., Any]]:
    """Return the commands of a module by their names: its public functions of a keyspace."""
    return {
        name.strip("_").upper().encode(): each
        for name, each in module.items()
        if isinstance(each, FunctionType) and each.__code__.co_varnames[:1] == ("keys",)
        if not name.startswith("_")
    }


def between(length: int, start: bytes, stop: bytes) -> slice:
    """Return the slice of the places `start` to `stop`; negative ones count from the end."""
    first, last = number(start), number(stop)
    first = max(0, first + length) if first < 0 else first
    last = last + length if last < 0 else last
    return slice(first, max(last + 1, 0))


def number(text: bytes) -> int:
    try:
        return int(text)
    except ValueError:
        raise CommandError("ERR value is not an integer or out of range") from None


def decimal(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        raise CommandError("ERR value is not a valid float") from None


def shown(score: float) -> bytes:
    """Return a score as the store writes it."""
    return b"%d" % int(score) if score == int(score) else repr(score).encode()
