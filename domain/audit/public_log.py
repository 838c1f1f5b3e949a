"""Checks a history against the public log: that its end is there, and nothing that denies it."""

from collections.abc import Callable
from typing import NamedTuple

from domain.audit.bundle import Bundle
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.ledger import decode_all
from domain.judging.logged import LOGGED, entry_of
from domain.kernel.moments import rfc3339
from domain.log.checkpoint import Checkpoint, open_checkpoint
from domain.log.entries import (
    Closed,
    Spent,
    Started,
    decode_entry,
    encode_entry,
    reward_name,
    table_name,
)
from domain.log.errors import LogError
from domain.log.merkle import Frontier, Range, check_consistency
from domain.log.note import Note, Verifier
from domain.log.policy import Policy
from domain.log.proof import check_proof, parse_proof
from domain.log.tiles import ReadTile, Tree
from domain.table.events import TableOpened, TableStarted

NOT_THERE = (
    "The public log does not have the end of this table. It is added within seconds of the closing:"
    " retry once; if it is still missing, the operator has dropped the table from the log."
)
NOT_UNIQUE_CHECKED = "that the log has no second end of this table: use `--scan`, or ask a witness"
NO_WITNESS = "the witnesses of the log: give a policy; without one a split log is not excluded"


class PublicLog(NamedTuple):
    """A log as a verifier reaches it."""

    key: Verifier
    checkpoint: Callable[[], bytes]
    read: ReadTile
    proof: str | None  # of the end of the table
    policy: Policy
    scan: bool


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
    done, missing = _witnessed(note, log.policy)
    if ends and log.proof is not None:
        place = _check_end(ends[0], log.proof, log.key, latest, tree)
        done.append(f"public log: the end of the table is entry {place} of {latest.origin}")
    if log.scan:
        _scan(bundle, entries, latest, tree)
        done.append(f"public log: none of its {latest.size} entries denies this history")
    else:
        missing.append(NOT_UNIQUE_CHECKED)
    return Checked(done, missing)


def entries_of(bundle: Bundle) -> list[Started | Closed]:
    """Return the entries that the log must have for this history: its start and its end."""
    lines = [line for line in bundle.events if not line.sealed]
    recorded = decode_all(tuple(bytes(line.event) for line in lines))
    entries = [
        entry_of(bundle.header.table, each, bytes.fromhex(line.head))
        for line, each in zip(lines, recorded, strict=True)
        if isinstance(each.event, LOGGED)
    ]
    starts = [entry for entry in entries if isinstance(entry, Started)][-1:]  # of a fork: its own
    return [*starts, *(entry for entry in entries if isinstance(entry, Closed))]


def _witnessed(note: Note, policy: Policy) -> tuple[list[str], list[str]]:
    cosigned = policy.cosigned(note)
    if not policy.is_met_by(cosigned):
        known = ", ".join(sorted(cosigned)) or "none"
        why = f"The checkpoint is not cosigned as the policy demands; of its witnesses: {known}."
        raise CheckFailed("log", WHOLE, why, "log")
    done = [
        f"public log: cosigned by {who} at {rfc3339(at * 1000)}" for who, at in cosigned.items()
    ]
    return done, [] if cosigned else [NO_WITNESS]


def _check_end(end: Closed, text: str, key: Verifier, latest: Checkpoint, tree: Tree) -> int:
    """Return the place of the end; raise CheckFailed if the log has another end, or none."""
    proof = parse_proof(text)
    try:
        proved, _ = check_proof(proof, encode_entry(end), key)
    except LogError as wrong:
        why = f"The public log does not have this end of the table: {wrong}."
        raise CheckFailed("log", end.version, why, "head") from None
    hashes = tree.consistency(proved.size)
    check_consistency(proved.size, proved.root, latest.size, latest.root, hashes)
    return proof.place


def _scan(bundle: Bundle, expected: list[Started | Closed], latest: Checkpoint, tree: Tree) -> None:
    """Read the whole log; raise CheckFailed for an entry of this table that is not expected."""
    name, rewards = table_name(bundle.header.table), _rewards(bundle)
    frontier, left = Frontier(), list(expected)
    for place, raw in enumerate(tree.entries(Range(0, latest.size))):
        frontier.add(raw)
        entry = decode_entry(raw)
        if isinstance(entry, Started | Closed) and entry.table == name:
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
