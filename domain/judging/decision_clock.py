"""The open decision of a table: who is asked, until when, and how outages extend its deadline."""

from collections.abc import Iterable

from domain.games import edition
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.moments import millis, rfc3339
from domain.kernel.outcome import Outcome
from domain.table.commands import Outage
from domain.table.ending import with_resignations
from domain.table.events import DeadlineMoved, DecisionOpened, TableClosed, TableEvent
from domain.table.state import NotOpened, Open, Running, Table

REVEAL = "reveal"  # the kind of decision that asks for sealed luck
REVEAL_MS = 30_000
REVEAL_WITHOUT_CLOCK_MS = 24 * 3600 * 1000


def game_of(state: Table) -> AnyGame:
    """Return the game in the edition this table was opened under."""
    assert not isinstance(state, NotOpened)
    return edition(state.setup.game, state.setup.rules_version)


def awaited(state: Table) -> frozenset[Seat]:
    """Return the seats that have to answer the open decision."""
    if not isinstance(state, Running):
        return frozenset()
    if state.unrevealed:
        return state.unrevealed
    decision = game_of(state).decision(state.play)
    return decision.awaited if decision else frozenset()


def deadline_of(state: Table) -> int | None:
    """Return the deadline of the open decision or the expiry of an open table, in ms since 1970."""
    match state:
        case Open():
            return millis(state.setup.expires)
        case Running(decision=decision):
            return millis(decision.deadline) if decision and decision.deadline else None
        case _:
            return None


def next_table_event(state: Running, at: int, seed: bytes) -> TableEvent | None:
    """Return what follows from the play: the next decision with its deadline, or the end.

    None while the decision that was announced last is still open.
    """
    game = game_of(state)
    decision = game.decision(state.play)
    if decision is None:
        return TableClosed("finished", _outcome(game, state), seed.hex())
    if state.decision is not None and state.decision.key == decision.key:
        return None
    number = state.decision.number + 1 if state.decision else 1
    seats = tuple(sorted(decision.awaited))
    return DecisionOpened(
        number, decision.key, decision.kind, seats, _deadline(state, decision.kind, at)
    )


def _outcome(game: AnyGame, state: Running) -> Outcome | None:
    outcome = game.outcome(state.play)
    return with_resignations(outcome, state) if outcome and state.resigned else outcome


def reveal_decision(state: Running, at: int) -> DecisionOpened:
    """Return the decision that asks the sealed seats for their luck, before anything is drawn."""
    seats = tuple(sorted(state.unrevealed))
    return DecisionOpened(0, REVEAL, REVEAL, seats, _deadline(state, REVEAL, at))


def _deadline(state: Running, kind: str, at: int) -> str | None:
    allowed = _allowed_ms(state, kind)
    return None if allowed is None else rfc3339(at + allowed)


def extend_deadline(state: Running, outages: Iterable[Outage]) -> DeadlineMoved | None:
    """Return the deadline after these outages: the time left when one began is left when it ends.

    None if the open decision has lost no time that was not compensated before.
    """
    decision = state.decision
    if decision is None or decision.deadline is None:
        return None
    deadline = before = millis(decision.deadline)
    compensated = _compensated_until(state, before)
    for outage in sorted(outages, key=lambda each: each.began):
        if compensated < outage.ended and outage.began < deadline:
            deadline += outage.ended - max(outage.began, compensated)
            compensated = outage.ended
    return DeadlineMoved(rfc3339(deadline), rfc3339(compensated)) if deadline > before else None


def _allowed_ms(state: Running, kind: str) -> int | None:
    """Return how long a decision may take, or None if the table has no clock."""
    clock = state.setup.clock
    if kind == REVEAL:
        slow = clock is None or (clock != "rules" and 1000 * clock >= REVEAL_WITHOUT_CLOCK_MS)
        return REVEAL_WITHOUT_CLOCK_MS if slow else REVEAL_MS
    if clock is None:
        return None
    return 1000 * (game_of(state).clocks[kind] if clock == "rules" else clock)


def _compensated_until(state: Running, deadline: int) -> int:
    """Return the end of the last outage that moved the deadline, else when the decision opened."""
    assert state.decision is not None
    if state.decision.compensated_until is not None:
        return millis(state.decision.compensated_until)
    allowed = _allowed_ms(state, state.decision.kind)
    assert allowed is not None  # a decision without a clock has no deadline
    return deadline - allowed
