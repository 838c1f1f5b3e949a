"""Cosignature times around an entry of the log: when it was not there yet, and when it was."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from domain.audit.finding import CheckFailed
from domain.kernel.ids import millis, rfc3339
from domain.log.checkpoint import Checkpoint, WitnessPolicy, open_checkpoint
from domain.log.merkle import check_consistency
from domain.log.note import Verifier
from domain.log.tiles import Tree

DAY_MS = 24 * 3600 * 1000
SKEW_MS = 60_000  # clocks of server and witnesses may differ by so much
Cosigned: TypeAlias = Callable[[str], Sequence[bytes]]  # day -> the checkpoints cosigned on it


class Seen(NamedTuple):
    """A checkpoint that witnesses of the policy have cosigned."""

    checkpoint: Checkpoint
    times: tuple[int, ...]  # ms since 1970


class Bracket(NamedTuple):
    after: int | None  # a witness had cosigned a log without the entry
    until: int | None  # a witness had cosigned a log with it


def days_around(at: str) -> list[str]:
    """Return the day of a moment, the day before and the day after."""
    return [rfc3339(millis(at) + n * DAY_MS)[:10] for n in (-1, 0, 1)]


def read_seen(notes: Iterable[bytes], key: Verifier, policy: WitnessPolicy) -> list[Seen]:
    """Return the checkpoints that the log has signed and the policy's witnesses have cosigned."""
    found = []
    for raw in notes:
        checkpoint, note = open_checkpoint(raw, key)
        times = tuple(1000 * at for at in policy.cosigned(note).values())
        if times:
            found.append(Seen(checkpoint, times))
    return found


def bracket(place: int, seen: Iterable[Seen], tree: Tree, root: bytes) -> Bracket:
    """Return the times around an entry; raise LogError if a checkpoint is of another log."""
    without = [each for each in seen if each.checkpoint.size <= place]
    having = [each for each in seen if each.checkpoint.size > place]
    last = max(without, key=lambda each: max(each.times), default=None)
    first = min(having, key=lambda each: min(each.times), default=None)
    for each in (last, first):
        if each is not None and each.checkpoint.size > 0:
            size = each.checkpoint.size
            hashes = tree.consistency(size)
            check_consistency(size, each.checkpoint.root, tree.size, root, hashes)
    return Bracket(last and max(last.times), first and min(first.times))


def judged(what: str, version: int, at: str, found: Bracket) -> str | None:
    """Return what the times around an event say; raise CheckFailed if it claims a later time."""
    if found.until is None:
        return None
    if millis(at) > found.until + SKEW_MS:
        why = f"It has the time {at}, but was cosigned at {rfc3339(found.until)}."
        raise CheckFailed("log", version, why, "event.at")
    since = "" if found.after is None else f" after {rfc3339(found.after)} and"
    return (
        f"public log: the {what} was logged{since} before {rfc3339(found.until)}, by cosignatures"
    )
