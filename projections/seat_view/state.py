"""The state of a table for one seat: view and actions together, for streams and commands."""

from typing import Any

from domain.kernel.game import Outcome
from domain.kernel.ids import Lang, Moment, PlayerId, Seat, Version
from domain.kernel.messages import Value
from domain.table.state import Closed, Proposal, Running, Status, Table, seats_of
from projections.seat_view.actions import (
    ActionSeen,
    OpenParameterSeen,
    describe_actions,
    tag_of,
)
from projections.seat_view.names import NamesOfPeople, SeatSeen, seats_seen
from projections.seat_view.view import (
    DecisionSeen,
    TableAtVersion,
    describe_decision,
    game_view,
    open_proposal,
    status,
)


class StateSeen(Value, frozen=True, kw_only=True):
    """A table with the view and the actions of one seat (`event: state`).

    `actions`, `open_parameters` and `tag` are null unless this seat must decide. `tag` is the
    `ETag` of the actions, for `If-Match`. Ignore a state whose `version` is not greater than that
    of your last answer: it is from before your command.
    """

    version: Version
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is the end by the
    rules.
    """
    seat: Seat | None  # whose view this is; null = a spectator's
    """The seat whose view this is; null for that of a spectator."""
    seats: tuple[SeatSeen, ...]
    """The seats that are taken."""
    decision: DecisionSeen | None
    """The open decision; null if there is none."""
    deadline: Moment | None
    """When the time to decide ends; null without a clock."""
    proposal: Proposal | None  # to end the table without a result
    """The open proposal to end the table without a result; null if there is none."""
    view: Any
    """The view of the seat; null before the deal."""
    outcome: Outcome | None
    """Places and scores; null before the end."""
    tag: str | None
    """The `ETag` of the actions, for `If-Match`; null unless the seat must decide."""
    actions: tuple[ActionSeen, ...] | None
    """Your legal actions; null unless this seat must decide."""
    open_parameters: tuple[OpenParameterSeen, ...] | None
    """Parameters with more legal values than `actions` lists."""


def describe_state(
    seen: TableAtVersion, seat: Seat | None, lang: Lang, people: NamesOfPeople
) -> StateSeen:
    """Return the table as this seat sees it, with its actions if it must decide."""
    state = seen.state
    assert seen.head is not None  # it is a table as it is now
    decision = describe_decision(state)
    asked = decision is not None and seat in decision.seats and not _resigned(state, seat)
    actions = describe_actions(seen, seat, lang, people) if asked and seat is not None else None
    return StateSeen(
        version=seen.version,
        head=seen.head.hex(),
        status=status(state),
        seat=seat,
        seats=seats_seen(state, people),
        decision=decision,
        deadline=decision.deadline if decision else None,
        proposal=open_proposal(state),
        view=game_view(state, seat),
        outcome=state.outcome if isinstance(state, Closed) else None,
        tag=None if actions is None else tag_of(actions),
        actions=None if actions is None else actions.actions,
        open_parameters=None if actions is None else actions.open_parameters,
    )


def _resigned(state: Table, seat: Seat | None) -> bool:
    return isinstance(state, Running) and seat in state.resigned


def seat_to_show(state: Table, player: PlayerId | None, wanted: Seat | None) -> Seat | None:
    """Return the seat whose state a caller gets: the wanted one, or the own seat that must decide.

    Seats close up before the start, so a seat that was the caller's may be another player's now.
    """
    own = seats_of(state, player) if player else ()
    if wanted is not None and (wanted in own or isinstance(state, Closed)):
        return wanted
    decision = describe_decision(state)
    asked = [seat for seat in own if decision and seat in decision.seats]
    return next(iter((*asked, *own)), None)
