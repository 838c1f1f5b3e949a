"""The open question of a table: whose it is, until when, and what the clock has to do with it."""

from domain.games import edition
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.rejection import Rejected
from domain.play.clock import millis, rfc3339
from domain.table.events import DecisionOpened, TableClosed, TableEvent
from domain.table.state import NotOpened, Open, Running, Table


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
    clock = state.setup.clock
    if clock is None:
        return None
    return rfc3339(at + 1000 * (by_the_rules if clock == "rules" else clock))


def due(state: Table, at: int) -> int | None:
    """When the clock should next look at this table, in ms since 1970."""
    match state:
        case Open():
            return millis(state.setup.expires)
        case Running(question=question):
            if state.autopilot and awaited(state) & state.autopilot:
                return at
            return millis(question.deadline) if question and question.deadline else None
        case _:
            return None


def overdue(state: Running, at: int) -> Seat:
    """The seat the clock plays for: one on autopilot, or one that has let its time pass."""
    asked = awaited(state)
    if asked & state.autopilot:
        return min(asked & state.autopilot)
    deadline = state.question.deadline if state.question else None
    if not asked or deadline is None or at < millis(deadline):
        raise Rejected("not_due", "Nobody is late here.")
    return min(asked)
