"""`Prefer: return=representation` (RFC 7240): an answer that brings the new state with it."""

from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.state import describe_state, seat_to_show
from projections.seat_view.view import at_latest, encode

REPRESENTATION = "return=representation"
APPLIED = {"Preference-Applied": REPRESENTATION}


def wants_state(prefer: str) -> bool:
    """Return whether a caller prefers the state in the answer; other preferences are ignored."""
    wanted = (each.partition(";")[0].replace('"', "").strip() for each in prefer.split(","))
    return REPRESENTATION in (each.lower().replace(" ", "") for each in wanted)


def state_field(
    live: LiveTable, player: PlayerId, seat: Seat | None, lang: Lang | None, people: NamesOfPeople
) -> bytes:
    """Return the field `state` of an answer: the table now, which may be newer than the answer."""
    shown = seat_to_show(live.state, player, seat)
    return b'"state":%s,' % encode(describe_state(at_latest(live), shown, lang or "en", people))
