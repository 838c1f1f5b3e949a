"""Checks a history against the public log: that its end is there, and nothing that denies it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import json

from domain.audit import log_times
from domain.audit.bundle import Bundle
from domain.audit.decoded_history import decode_all
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.format import CommandRecord
from domain.audit.log_times import Cosigned
from domain.judging.codec import RecordedEvent
from domain.judging.logged import logged
from domain.kernel.ids import rfc3339
from domain.log.checkpoint import Checkpoint, WitnessPolicy, open_checkpoint
from domain.log.entries import (
    CONTINUES,
    Closed,
    Continues,
    Spent,
    Started,
    decode_entry,
    encode_entry,
    reward_name,
    table_name,
)
from domain.log.merkle import Frontier, Range, check_consistency, check_inclusion, leaf_hash
from domain.log.note import LogError, Note, Verifier
from domain.log.proof import check_proof, parse_proof
from domain.log.tiles import ReadTile, Tree
from domain.table.commands import BreakOff
from domain.table.opening_events import TableOpened, TableStarted

CLOCK, BREAK_OFF = "clock", b'"type":"table.break_off"'
NOT_THERE = (
    "The public log does not have the end of this table. It is added within seconds of the closing:"
    " retry once; if it is still missing, the operator has dropped the table from the log."
)
NOT_UNIQUE_CHECKED = "that the log has no second end of this table: use `--scan`, or ask a witness"
NO_TIMES = "by cosignatures, the time of the"
NO_WITNESS = "the witnesses of the log: give a policy; without one a split log is not excluded"


class PublicLog(NamedTuple):
    """A log as a verifier reaches it."""

    key: Verifier
    checkpoint: Callable[[], bytes]
    read: ReadTile
    proof: str | None  # of the end of the table
    policy: WitnessPolicy
    scan: bool
    start: str | None = None  # the proof of its start
    cosigned: Cosigned = lambda _: ()


class Checked(NamedTuple):
    done: list[str]
    missing: list[str]


def check(bundle: Bundle, log: PublicLog) -> Checked:
    """Return what was checked and what was not; raise CheckFailed if the log denies the history."""
    try:
        return _check(bundle, log)
    except LogError as wrong:
        raise CheckFailed("log", WHOLE, f"The public log: {wrong}.", "log") from None


def _check(bundle: Bundle, log: PublicLog) -> Checked:
    entries = entries_of(bundle)
    ends = [entry for entry in entries if isinstance(entry, Closed)]
    if ends and log.proof is None:
        raise CheckFailed("log", ends[0].version, NOT_THERE, "head")
    latest, note = open_checkpoint(log.checkpoint(), log.key)
    tree = Tree(latest.size, log.read)
    done, missing, notes = _same_log(bundle, latest, tree), list[str](), [note]
    for entry in entries:
        what, proof = ("end", log.proof) if isinstance(entry, Closed) else ("start", log.start)
        if proof is not None:
            place, under = _check_proved(entry, what, proof, log.key, latest, tree)
            notes.append(under)
            done.append(f"public log: the {what} of the table is entry {place} of {latest.origin}")
            told = _times(bundle, what, entry.version, place, log, latest, tree)
            (done if told else missing).append(told or f"{NO_TIMES} {what}")
    witnesses = witnessed(notes, log.policy)
    done += witnesses
    missing += [] if witnesses else [NO_WITNESS]
    if log.scan:
        _scan(bundle, entries, latest, tree)
        done.append(f"public log: none of its {latest.size} entries denies this history")
    else:
        missing.append(NOT_UNIQUE_CHECKED)
    return Checked(done, missing)


def entries_of(bundle: Bundle) -> list[Started | Closed]:
    """Return the entries that the log must have for this history: its start and its end.

    They name the end of their commit: the next version with a head.
    """
    entries: list[Started | Closed] = []
    waiting: list[RecordedEvent] = []
    for version, line in enumerate(bundle.events, 1):
        if not line.sealed:
            [recorded] = decode_all((bytes(line.event),))
            waiting.append(recorded)
        if line.head:
            head = bytes.fromhex(line.head)
            entries += logged(bundle.header.table, version, head, waiting)
            waiting = []
    starts = [entry for entry in entries if isinstance(entry, Started)][-1:]  # of a fork: its own
    return [*starts, *(entry for entry in entries if isinstance(entry, Closed))]


def witnessed(notes: Sequence[Note], policy: WitnessPolicy) -> list[str]:
    """Return who has cosigned; a checkpoint that is too new for that is no reason to fail."""
    by_note = [policy.cosigned(note) for note in notes]
    cosigned = next((each for each in by_note if policy.is_met_by(each)), None)
    if cosigned is None:
        known = ", ".join(sorted({who for each in by_note for who in each})) or "none"
        why = f"No checkpoint is cosigned as the policy demands; of its witnesses: {known}."
        raise CheckFailed("log", WHOLE, why, "log")
    times = {who: rfc3339(at * 1000) for who, at in cosigned.items()}
    return [f"public log: cosigned by {who} at {at}" for who, at in times.items()]


def _same_log(bundle: Bundle, latest: Checkpoint, tree: Tree) -> list[str]:
    """Return what the log has to do with the one that the history names; raise if nothing."""
    [first] = decode_all((bytes(bundle.events[0].event),))
    if not isinstance(first.event, TableOpened) or first.event.log is None:
        return []
    named = first.event.log.checkpoints.partition("+")[0]
    if named == latest.origin:
        return []
    raw = next(tree.entries(Range(0, min(1, latest.size))), b"")
    entry = decode_entry(raw) if raw[:1] == CONTINUES else None
    if not isinstance(entry, Continues) or entry.checkpoint.origin != named:
        why = f"The history names the log {named}, not {latest.origin}, which does not continue it."
        raise CheckFailed("log", 1, why, "event.data.log")
    check_inclusion(leaf_hash(raw), 0, latest.size, latest.root, tree.inclusion(0))
    return [f"public log: it continues {named}, which the history names"]


def _check_proved(
    entry: Started | Closed, what: str, text: str, key: Verifier, latest: Checkpoint, tree: Tree
) -> tuple[int, Note]:
    """Return the place of an entry and the checkpoint that has it; raise CheckFailed otherwise."""
    proof = parse_proof(text)
    try:
        proved, note = check_proof(proof, encode_entry(entry), key)
    except LogError as wrong:
        why = f"The public log does not have this {what} of the table: {wrong}."
        raise CheckFailed("log", entry.version, why, "head") from None
    hashes = tree.consistency(proved.size)
    check_consistency(proved.size, proved.root, latest.size, latest.root, hashes)
    return proof.place, note


def _times(
    bundle: Bundle,
    what: str,
    version: int,
    place: int,
    log: PublicLog,
    latest: Checkpoint,
    tree: Tree,
) -> str | None:
    """Return between which cosignatures an entry was logged; None if there are none."""
    line = next(each for each in reversed(bundle.events[:version]) if not each.sealed)
    at = decode_all((bytes(line.event),))[0].at  # all events of a commit have the same time
    notes = [raw for day in log_times.days_around(at) for raw in log.cosigned(day)]
    seen = log_times.read_seen(notes, log.key, log.policy)
    seen = [each for each in seen if each.checkpoint.size <= latest.size]
    found = log_times.bracket(place, seen, tree, latest.root)
    return log_times.judged(what, version, at, found)


def _scan(bundle: Bundle, expected: list[Started | Closed], latest: Checkpoint, tree: Tree) -> None:
    """Read the whole log; raise CheckFailed for an entry of this table that is not expected."""
    name, rewards = table_name(bundle.header.table), _rewards(bundle)
    frontier, left, lost = Frontier(), list(expected), _lost_start(bundle)
    for place, raw in enumerate(tree.entries(Range(0, latest.size))):
        frontier.add(raw)
        entry = decode_entry(raw)
        if isinstance(entry, Started | Closed) and entry.table == name:
            if entry == lost:
                continue
            if entry not in left:
                why = f"Entry {place} of the public log denies it: {type(entry).__name__} {entry}."
                raise CheckFailed("log", entry.version, why, "head")
            left.remove(entry)
        if isinstance(entry, Spent) and entry.reward in rewards and entry.table != name:
            why = f"By entry {place} of the public log a reward was spent at another table."
            raise CheckFailed("log", WHOLE, why, "event.data.follows")
    if frontier.root() != latest.root:
        raise LogError("its entries do not have the root that was signed")
    if left:
        why = f"The public log does not have the {type(left[0]).__name__.lower()} of this table."
        raise CheckFailed("log", left[0].version, why, "head")


def _lost_start(bundle: Bundle) -> Started | None:
    """Return the start that the operator admits to have lost, at a table that is broken."""
    for line in bundle.commands:
        record = json.decode(line.command, type=CommandRecord)
        if record.by == CLOCK and BREAK_OFF in bytes(record.command):
            told = json.decode(record.command, type=BreakOff)
            return Started(table_name(bundle.header.table), told.version, bytes.fromhex(told.head))
    return None


def _rewards(bundle: Bundle) -> set[bytes]:
    """Return the names of the rewards that were spent at this table."""
    raw = tuple(bytes(line.event) for line in bundle.events if not line.sealed)
    events = [each.event for each in decode_all(raw)]
    opened = next((each for each in events if isinstance(each, TableOpened)), None)
    started = next((each for each in events if isinstance(each, TableStarted)), None)
    if opened is None or opened.follows is None or started is None:
        return set()
    pairs = zip(started.players, started.rewards, strict=True)
    return {reward_name(opened.follows.table, player) for player, rewards in pairs if rewards}
