"""Conditions of commands: `If-Match`, idempotency keys."""

from api.transport.answer import entity_tags
from application.attempt import Condition
from application.refusals.reasons import DecisionChanged
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.rejection import Rejected
from domain.table.decide.phase import own_seat
from projections.seat_view.actions import decision_tag


def decision_condition(if_match: str, player: PlayerId, seat: Seat | None) -> Condition:
    """Return a check: 412 unless a tag is the table's version or the seat's present decision."""
    tags = entity_tags(if_match)
    versions = {tag.partition("-")[0] for tag in tags}  # that of a table has more in it

    def condition(live: LiveTable) -> None:
        if "*" in tags or str(live.version) in versions:
            return
        own = own_seat(live.state, player, seat)
        if decision_tag(live.state, own) not in tags:
            raise Rejected(DecisionChanged())

    return condition


def idempotency_key(text: str | None, *body: bytes) -> Key | None:
    """Return the key of a command together with what must be the same when it is repeated."""
    return Key(text, b"\x00".join(body)) if text is not None else None
