"""Checks a stored table, finished or still being played, and what the store derives from it."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.audit.decoded_history import DecodedHistory, commands_of, decoded_history, stages
from domain.audit.finding import WHOLE, CheckFailed, Flaw, Progress, ignore_progress
from domain.audit.format import CommandRecord
from domain.audit.replay import replay
from domain.audit.verdict import first_flaw
from domain.fairness.chain import MOST_EVENTS, first_head
from domain.games import UNKNOWN_RULES
from domain.judging.fold import NOTHING, fold
from domain.judging.live_table import ChainBroken, restored_without_rules
from domain.judging.stored import Entry, Stored, heads_after
from domain.kernel.ids import millis
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.end_events import TableClosed
from domain.table.state import Table


class StoredCommit(Value, frozen=True):
    """The versions that one command has caused, the head after them, and its idempotency key."""

    first: int
    last: int
    head: bytes
    key: bytes | None = None  # as a digest
    digest: bytes = b""
    at: str = ""  # when it was judged


def commits_of(table: str, stored: Stored) -> tuple[StoredCommit, ...]:
    """Return the commits of a sound history in order; raise CheckFailed if one is unreadable."""
    after = heads_after(first_head(table), stored.seed, stored.entries)
    return commits(commands_of(stored.entries), stored.entries, after)


def commits(
    commands: Iterable[CommandRecord], entries: Iterable[Entry], after: Iterable[bytes]
) -> tuple[StoredCommit, ...]:
    """Return the commits of these commands; `after` has the head after each entry."""
    heads = {entry.last: head for entry, head in zip(entries, after, strict=True)}
    begins = (entry for entry in entries if entry.record is not None)
    return tuple(
        StoredCommit(each.first, each.last, heads[each.last], begin.key, begin.digest, each.at)
        for each, begin in zip(commands, begins, strict=True)
    )


def idempotency_records(commits: Iterable[StoredCommit]) -> dict[bytes, bytes]:
    """Return the records of all idempotency keys, as `append.lua` has written them."""
    return {
        one.key: b"%d:%d:%b%b" % (one.first, one.last, one.head, one.digest)
        for one in commits
        if one.key is not None
    }


class Folded(Value, frozen=True):
    """A stored table whose chain is right: its history, the head after each entry, its state."""

    history: DecodedHistory
    heads: tuple[bytes, ...]
    state: Table

    @property
    def at(self) -> int:
        """When the last event was stored, in ms since 1970."""
        return millis(self.history.recorded[-1].at)


def find_flaw(
    table: str, stored: Stored, quick: bool = False, progress: Progress = ignore_progress
) -> Flaw | None:
    """Return the first flaw of a stored table; `quick` leaves out the draws and the rules."""
    found = examine(table, stored, quick, progress)
    return found if isinstance(found, Flaw) else None


def examine(
    table: str, stored: Stored, quick: bool = False, progress: Progress = ignore_progress
) -> Folded | Flaw:
    """Return the fold of a stored table, or its first flaw; each event is decoded once at most."""
    if not quick and (judged := _judged(table, stored, progress)) is not None:
        return judged
    try:
        folded = checked_fold(table, stored)
        parts = stages(folded.history)
    except CheckFailed as failed:
        return failed.flaw
    return folded if quick else first_flaw(folded.history, parts, progress) or folded


def _judged(table: str, stored: Stored, progress: Progress) -> Folded | None:
    """Return a table whose commands cause exactly its stored bytes; None if anything is wrong.

    Its events need neither be decoded nor folded: the rules have made the same ones, and the state
    after them. What is wrong, the checks one by one say; they are also left to judge a fork.
    """
    if stored.ancestors or not stored.entries:
        return None
    try:
        _check_versions(stored)
        history = decoded_history(table, stored, decoded=1)
        made, state = replay(history, stages(history), progress=progress)
        heads = _checked_heads(table, stored)
    except (CheckFailed, Rejected):
        return None
    return Folded(replace(history, recorded=tuple(made)), heads, state)


def checked_fold(table: str, stored: Stored) -> Folded:
    """Return a stored table with its history, or raise CheckFailed.

    Checked are its versions, its chain up to the head, that it folds, and the seed it reveals. If
    its rules are not installed, the chain is checked before that is said.
    """
    try:
        return _checked_fold(table, stored)
    except CheckFailed as failed:
        if failed.flaw.check == UNKNOWN_RULES:
            _check_chain_alone(table, stored)
        raise


def _check_chain_alone(table: str, stored: Stored) -> None:
    try:
        restored_without_rules(table, stored)
    except ChainBroken:
        raise CheckFailed("chain", WHOLE, "The events do not match the head.", "head") from None
    except Exception as fault:  # noqa: BLE001 - a changed history may hold anything
        why = f"The events cannot be applied ({fault!r})."
        raise CheckFailed("chain", WHOLE, why, "event") from None


def _checked_fold(table: str, stored: Stored) -> Folded:
    _check_versions(stored)
    history = decoded_history(table, stored)
    for recorded, place in zip(history.recorded, range(1, stored.version + 1), strict=True):
        if recorded.version != place:
            raise CheckFailed(
                "chain", place, f"Event {recorded.version} is in its place.", "event.version"
            )
        if isinstance(recorded.event, TableClosed) and recorded.event.seed != stored.seed.hex():
            raise CheckFailed(
                "seed", place, "The revealed seed is not the seed of the table.", "event.data.seed"
            )
    try:
        state = fold(NOTHING, [each.event for each in history.recorded])
    except Rejected as unknown:
        raise CheckFailed(UNKNOWN_RULES, 1, unknown.detail, "event.data.rules_version") from None
    except Exception as fault:  # noqa: BLE001 - a changed history may hold anything
        raise CheckFailed(
            "chain", WHOLE, f"The events cannot be applied ({fault!r}).", "event"
        ) from None
    return Folded(history, _checked_heads(table, stored), state)


def _check_versions(stored: Stored) -> None:
    last, full = 0, False
    for entry in stored.entries:
        if entry.first != last + 1:
            raise CheckFailed("chain", last + 1, "A version is missing or repeated.", "version")
        if len(entry.events) > MOST_EVENTS or (entry.record is None and not full):
            raise CheckFailed("chain", last + 1, "No command caused this event.", "command")
        last, full = entry.last, len(entry.events) == MOST_EVENTS


def _checked_heads(table: str, stored: Stored) -> tuple[bytes, ...]:
    """Return the head after each entry; the last one and those that are stored must be the same."""
    after = tuple(heads_after(first_head(table), stored.seed, stored.entries))
    if (*after[-1:], stored.version) != (stored.head, sum(len(e.events) for e in stored.entries)):
        raise CheckFailed("chain", WHOLE, "The events do not match the head.", "head")
    for entry, head in zip(stored.entries, after, strict=True):
        if entry.head not in (b"", head):
            why = "The events do not match the head that is stored with them."
            raise CheckFailed("chain", entry.last, why, "head")
    return after
