"""Checks a history against a proof that was kept: offline, without the server."""

from domain.audit import log_times
from domain.audit.bundle import Bundle
from domain.audit.decoded_history import decode_all
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.public_log import NO_WITNESS, NOT_UNIQUE_CHECKED, Checked, entries_of, witnessed
from domain.log.checkpoint import Checkpoint, WitnessPolicy
from domain.log.entries import Closed, encode_entry
from domain.log.note import LogError, Note, Verifier, parse_verifier
from domain.log.proof import check_proof, parse_proof
from domain.table.opening_events import TableOpened


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
