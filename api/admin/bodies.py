"""Bodies and answers of the operations for administrators."""

from typing import Annotated, TypeAlias

from litestar.params import QueryParameter
from msgspec import Meta

from api.http.answers import Head
from api.http.callers import Administrator
from api.http.injection import Needs, Part
from application.administration.office import Office
from application.administration.registration import InvitationUsed
from domain.administration.acts import CallerLimited, MaintenanceBegun
from domain.administration.record import StoredAct, decode_record
from domain.kernel.ids import Count, Moment, PlayerId, rfc3339
from domain.kernel.messages import Value

MOST_LISTED = 1000
MOST_SECONDS = 10 * 366 * 24 * 3600
LONGEST_REASON = 500
Reason: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_REASON,
        pattern=r"^[^\x00-\x1f\x7f]+\Z",
        description="Why you do this; it is recorded for ever.",
        examples=["Insults at three tables."],
    ),
]
ReasonQuery: TypeAlias = Annotated[
    str,
    QueryParameter(
        name="reason",
        max_length=LONGEST_REASON,
        description="Why you do this; it is recorded for ever. Empty by default.",
    ),
]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SECONDS)]


class ActSeen(Value, frozen=True, kw_only=True):
    """One act of an administrator, and the head of the hash chain after it."""

    number: Count
    """The number of the act, from 1."""
    at: Moment
    by: str
    """The id of the administrator, or `machine:<user>` for the command line."""
    type: str
    """What was done, for example `player_suspended`."""
    subject: str | None
    """The player, table, invitation, caller or limit, or the message; null if there is none."""
    reason: str | None
    """Why; null if the act has no reason."""
    until: Moment | None
    """When the effect ends; null if it does not end by itself."""
    record: str
    """The act in canonical JSON, as it is stored and hashed."""
    head: Head


class ActPage(Value, frozen=True):
    """Acts, oldest first; `next` is the cursor of the next page, null on the last."""

    acts: tuple[ActSeen, ...]
    """The acts, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last."""


class SuspensionSeen(Value, frozen=True):
    """A player who may read but not play."""

    player: PlayerId
    reason: str
    """Why the player is suspended."""
    until: Moment | None
    """When the suspension ends; null if an administrator must lift it."""


class RegistrationSeen(Value, frozen=True):
    """Whether anyone may create a player, and if not, why."""

    open: bool
    """Whether anyone may create a player."""
    reason: str | None
    """Why registration is closed; null if it is open."""


class MaintenanceSeen(Value, frozen=True):
    """The maintenance under way."""

    message: str
    """What everybody sees during the maintenance."""
    began: Moment
    seconds: Count
    """How long it will probably take."""


class InvitationSeen(Value, frozen=True):
    """An invitation, without its code."""

    id: str
    """The id of the invitation."""
    reason: str
    """Who it is for."""
    uses: Count
    """How many players can register with it."""
    used: Count
    """How many players have registered with it."""
    expires: Moment


class LimitSeen(Value, frozen=True):
    """A lower rate limit of one player or one address."""

    id: str
    """The id of the limit, with which you can lift it."""
    caller: str
    """The id of a player, or an address."""
    per_second: Count
    """How many requests per second."""
    burst: Count
    """How many requests at once."""
    until: Moment
    reason: str
    """Why the caller is limited."""


class AdministrationSeen(Value, frozen=True):
    """The present state of administration; the latest 1000 of each list."""

    registration: RegistrationSeen
    """Whether anyone may create a player."""
    maintenance: MaintenanceSeen | None
    """The maintenance under way; null if there is none."""
    invitations: Annotated[tuple[InvitationSeen, ...], Meta(max_length=MOST_LISTED)]
    """The invitations that are neither revoked nor expired."""
    limits: Annotated[tuple[LimitSeen, ...], Meta(max_length=MOST_LISTED)]
    """The lower limits that count now."""
    acts: Count
    """How many acts were recorded."""


def limit_seen(limited: CallerLimited) -> LimitSeen:
    return LimitSeen(
        limited.limit,
        limited.caller,
        limited.per_second,
        limited.burst,
        limited.until,
        limited.reason,
    )


def invitation_seen(found: InvitationUsed) -> InvitationSeen:
    each = found.invitation
    return InvitationSeen(each.invitation, each.reason, each.uses, found.used, each.expires)


def maintenance_seen(begun: MaintenanceBegun) -> MaintenanceSeen:
    return MaintenanceSeen(begun.message, rfc3339(begun.began), begun.seconds)


def _office(_: Administrator, office: Part[Office]) -> Office:
    return office


AdminOffice: TypeAlias = Annotated[Office, Needs(_office)]  # for administrators only


SUBJECTS = ("player", "table", "invitation", "caller", "limit", "message")


def act_seen(stored: StoredAct) -> ActSeen:
    record = decode_record(stored.raw)
    act = record.act
    fields = (getattr(act, name, None) for name in SUBJECTS)
    return ActSeen(
        number=record.number,
        at=record.at,
        by=record.by,
        type=str(act.__struct_config__.tag),
        subject=next((each for each in fields if each is not None), None),
        reason=getattr(act, "reason", None),
        until=getattr(act, "until", None) or getattr(act, "expires", None),
        record=stored.raw.decode(),
        head=stored.head.hex(),
    )
