"""The open question of a table: whose it is, until when, and what the clock has to do with it."""

from collections.abc import Iterable

from domain.games import edition
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.moments import millis, rfc3339
from domain.kernel.rejection import Rejected
from domain.table.commands import Outage
from domain.table.events import DeadlineMoved, DecisionOpened, TableClosed, TableEvent
from domain.table.state import NotOpened, Open, Running, Table

PLAYING_ON_MS = 1_000  # whoever has just played for a bot goes on playing, unless he dies


def game_of(state: Table) -> AnyGame:
    assert not isinstance(state, NotOpened)
    return edition(state.setup.game, state.setup.rules_version)


def awaited(state: Table) -> frozenset[Seat]:
    """Whose decision it is."""
    if not isinstance(state, Running):
        return frozenset()
    decision = game_of(state).decision(state.play)
    return decision.awaited if decision else frozenset()


def next_step(state: Running, at: int, seed: bytes) -> TableEvent | None:
    """What follows from the play: its end, or the next question with its deadline."""
    game = game_of(state)
    decision = game.decision(state.play)
    if decision is None:
        return TableClosed("finished", game.outcome(state.play), seed.hex())
    if state.question is not None and state.question.key == decision.key:
        return None
    number = state.question.number + 1 if state.question else 1
    seats = tuple(sorted(decision.awaited))
    deadline = _deadline(state, game.clocks[decision.kind], at)
    return DecisionOpened(number, decision.key, decision.kind, seats, deadline)


def _deadline(state: Running, by_the_rules: int, at: int) -> str | None:
    allowed = _allowed(state, by_the_rules)
    return None if allowed is None else rfc3339(at + allowed)


def _allowed(state: Running, by_the_rules: int) -> int | None:
    """How many ms a question leaves, None if there is no clock."""
    clock = state.setup.clock
    return None if clock is None else 1000 * (by_the_rules if clock == "rules" else clock)


def extended(state: Running, outages: Iterable[Outage]) -> DeadlineMoved | None:
    """The deadline after these outages: all time left when one began is there when it has ended.

    None if the question has lost nothing that was not made good before.
    """
    question = state.question
    if question is None or question.deadline is None:
        return None
    deadline = before = millis(question.deadline)
    since = _made_good_until(state, before)
    for outage in sorted(outages, key=lambda each: each.began):
        if since < outage.ended and outage.began < deadline:
            deadline += outage.ended - max(outage.began, since)
            since = outage.ended
    return DeadlineMoved(rfc3339(deadline), rfc3339(since)) if deadline > before else None


def _made_good_until(state: Running, deadline: int) -> int:
    """When the question was put, or the end of the last outage that has moved its deadline."""
    assert state.question is not None
    if state.question.made_good_until is not None:
        return millis(state.question.made_good_until)
    allowed = _allowed(state, game_of(state).clocks[state.question.kind])
    assert allowed is not None  # otherwise there is no deadline
    return deadline - allowed


def due(state: Table, at: int, by: Seat | None = None) -> int | None:
    """When the clock should next look at this table, in ms since 1970; `by` = who has just acted.

    A bot is to be woken at once; but if a bot has just moved, somebody is playing for bots here.
    """
    if not isinstance(state, Running) or not (state.autopilot or state.bots):
        return time_up(state)
    asked = awaited(state)
    if asked & state.autopilot:
        return at
    deadline = time_up(state)
    if not asked & state.bots:
        return deadline
    woken = at + PLAYING_ON_MS if by in state.bots else at
    return woken if deadline is None else min(woken, deadline)


def time_up(state: Table) -> int | None:
    """From when the clock may play for whoever is asked, or give up an open table."""
    match state:
        case Open():
            return millis(state.setup.expires)
        case Running(question=question):
            return millis(question.deadline) if question and question.deadline else None
        case _:
            return None


def earliest_call(state: Table) -> int | None:
    """The earliest moment for the clock to act: none for a seat on autopilot."""
    if isinstance(state, Running) and state.autopilot and awaited(state) & state.autopilot:
        return None
    return time_up(state)


def overdue(state: Running, at: int) -> Seat:
    """The seat the clock plays for: one on autopilot, or one that has let its time pass."""
    asked = awaited(state)
    if asked & state.autopilot:
        return min(asked & state.autopilot)
    deadline = time_up(state)
    if asked and deadline is not None and at >= deadline:
        return min(asked)
    if asked & state.bots:
        raise Rejected("bot_awaited", "It is up to a bot.")
    raise Rejected("not_due", "Nobody is late here.")
