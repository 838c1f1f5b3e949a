"""Resigning, ending a table by consent of its people, and cancelling one before its start."""

from domain.kernel.game import Outcome
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.refusals import Rejected
from domain.table import end_events as end
from domain.table import refusals
from domain.table.absence import deserted
from domain.table.clock_events import DecisionOpened
from domain.table.decide.phase import require_dealt, require_not_resigned, require_open
from domain.table.events import TableEvent
from domain.table.state import CloseReason, Running, Sitter, Table, seats_of

LAPSES_AFTER = 4  # decisions for each seat


def resign(state: Table, player: PlayerId, seed: str) -> list[TableEvent]:
    """Give up all seats of a person; close the table if nobody is left to play against."""
    running = require_dealt(state)
    events = [end.SeatResigned(seat) for seat in _playing_seats(running, player)]
    after = running
    for event in events:
        after = event.apply(after)
    return [*events, *_end_of(after, seed)]


def agree_to_end(state: Table, player: PlayerId, seed: str) -> list[TableEvent]:
    """Propose to end the table, or agree; the agreement of the last person closes it."""
    running = require_dealt(state)
    seat = _playing_seats(running, player)[0]
    event = _agreement(running, seat)
    return [event, *_end_of(event.apply(running), seed)]


def withdraw_end(state: Table, player: PlayerId) -> list[TableEvent]:
    """Withdraw or decline the open proposal; one person is enough."""
    running = require_dealt(state)
    seat = _playing_seats(running, player)[0]
    if running.proposal is None:
        raise Rejected(refusals.NoProposal())
    return [end.EndWithdrawn(seat)]


def cancel(state: Table, player: PlayerId, seed: str) -> list[TableEvent]:
    """Close a table that has not started; only its host may."""
    seating = require_open(state)
    if player != seating.setup.host:
        raise Rejected(refusals.OnlyHostCancels())
    return [end.TableClosed("cancelled", None, seed)]


def lapse(state: Running, opened: DecisionOpened) -> list[TableEvent]:
    """Return the event with which the proposal ends if this decision is the last it waits for."""
    proposal = state.proposal
    return [end.EndLapsed()] if proposal is not None and opened.number >= proposal.lapses else []


def with_resignations(outcome: Outcome, state: Running) -> Outcome:
    """Return the outcome with every seat that resigned behind the others, the first one last."""
    merits = [_merit(state, seat, place) for seat, place in enumerate(outcome.places)]
    places = tuple(1 + sum(other < merit for other in merits) for merit in merits)
    return Outcome(places, outcome.scores)


def _merit(state: Running, seat: Seat, place: int) -> tuple[int, int]:
    """Return what orders the seats: the place in the game, or how late the seat resigned.

    The seats of one person resign together, and share a place.
    """
    if seat not in state.resigned:
        return (0, place)
    player = state.sitters[seat].player
    first = next(n for n, s in enumerate(state.resigned) if state.sitters[s].player == player)
    return (1, -first)


def _end_of(after: Running, seed: str) -> list[TableEvent]:
    """Return the event that closes the table, if what has just happened ends it."""
    left = _people_left(after)
    if not left or (len(left) == 1 and after.resigned and not after.bots):
        seats = len(after.sitters)
        level = Outcome((1,) * seats, (0,) * seats)  # the game has no result yet
        return [_closed("resigned", with_resignations(level, after), seed)]
    if after.proposal is not None and left <= _people_of(after, after.proposal.seats):
        return [_closed("agreed", None, seed)]
    return [_closed("abandoned", None, seed)] if deserted(after) else []


def _closed(reason: CloseReason, outcome: Outcome | None, seed: str) -> end.TableClosed:
    return end.TableClosed(reason, outcome, seed)


def _agreement(running: Running, seat: Seat) -> end.EndProposed | end.EndAgreed:
    assert running.decision is not None  # the game was dealt
    proposal, number = running.proposal, running.decision.number
    if proposal is None:
        if running.last_proposal == number:
            raise Rejected(refusals.ProposedBefore())
        return end.EndProposed(seat, number + LAPSES_AFTER * len(running.sitters))
    if seat in proposal.seats:
        raise Rejected(refusals.AlreadyAgreed())
    return end.EndAgreed(seat)


def _playing_seats(running: Running, player: PlayerId) -> list[Seat]:
    """Return the seats of a person who takes part; reject bots and people who have resigned."""
    own = [seat for seat in seats_of(running, player) if seat not in running.bots]
    if not own:
        raise Rejected(refusals.NotSeated())
    require_not_resigned(running, own[0])
    return own


def _people_left(state: Running) -> frozenset[PlayerId]:
    """Return the people who have not resigned."""
    seats = (seat for seat in range(len(state.sitters)) if seat not in state.resigned)
    return _people_of(state, tuple(seat for seat in seats if seat not in state.bots))


def _people_of(state: Running, seats: tuple[Seat, ...]) -> frozenset[PlayerId]:
    sitters: tuple[Sitter, ...] = state.sitters
    return frozenset(sitters[seat].player for seat in seats)
