"""Times around an entry of the log, and checks against a proof that was kept: all offline."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from domain.audit import log_times
from domain.audit.bundle import Bundle
from domain.audit.decoded_history import decode_all
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.public_log import NO_WITNESS, NOT_UNIQUE_CHECKED, Checked, entries_of, witnessed
from domain.kernel.ids import millis, rfc3339
from domain.log.checkpoint import Checkpoint, WitnessPolicy, open_checkpoint
from domain.log.entries import Closed, encode_entry
from domain.log.merkle import check_consistency
from domain.log.note import LogError, Note, Verifier, parse_verifier
from domain.log.proof import check_proof, parse_proof
from domain.log.tiles import Tree
from domain.table.opening_events import TableOpened

# Cosignature times around an entry of the log: when it was not there yet, and when it was.

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


# Checks a history against a proof that was kept: offline, without the server.


def check_offline(bundle: Bundle, text: str, key: Verifier, policy: WitnessPolicy) -> Checked:
    """Return what a proof of the end shows; raise CheckFailed if it is of another end."""
    ends = [entry for entry in entries_of(bundle) if isinstance(entry, Closed)]
    if not ends:
        why = "The table has not closed: no log has its end."
        raise CheckFailed("log", WHOLE, why, "header.status")
    checkpoint, note = _proved(ends[0], text, key)
    witnesses = witnessed([note], policy)
    done = [f"public log: a proof has the end of the table in {checkpoint.origin}", *witnesses]
    times = [1000 * at for at in policy.cosigned(note).values()]
    version, until = ends[0].version, min(times, default=None)
    at = decode_all((bytes(bundle.events[version - 1].event),))[0].at
    told = log_times.judged("end", version, at, log_times.Bracket(None, until))
    missing = [NOT_UNIQUE_CHECKED, *([] if witnesses else [NO_WITNESS])]
    return Checked([*done, *([told] if told else [])], missing)


def named_key(bundle: Bundle) -> Verifier:
    """Return the key of the log that the history names; raise LogError if it names none."""
    [first] = decode_all((bytes(bundle.events[0].event),))
    if not isinstance(first.event, TableOpened) or first.event.log is None:
        raise LogError("the history names no log: give its key")
    return parse_verifier(first.event.log.checkpoints)


def _proved(end: Closed, text: str, key: Verifier) -> tuple[Checkpoint, Note]:
    try:
        return check_proof(parse_proof(text), encode_entry(end), key)
    except LogError as wrong:
        why = f"The proof is not of this end of the table: {wrong}."
        raise CheckFailed("log", end.version, why, "head") from None
