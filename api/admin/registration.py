"""Closed registration, and invitations to register."""

from typing import Annotated

from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.admin.bodies import (
    Reason,
    ReasonQuery,
    RegistrationSeen,
    Seconds,
)
from api.http.callers import Administrator
from api.http.injection import Part
from api.http.operation import Link, delete, post, put
from application.administration import registration
from application.administration.office import Office
from domain.kernel.messages import Value

MONTH = 30 * 24 * 3600


class RegistrationBody(Value, frozen=True, forbid_unknown_fields=True):
    """Whether anyone may create a player."""

    open: Annotated[bool, Meta(description="False: new players need an invitation.")]
    reason: Annotated[Reason, Meta(description="Why; new players without an invitation see it.")]


class InvitationBody(Value, frozen=True, forbid_unknown_fields=True):
    """The invitation to create."""

    reason: Annotated[Reason, Meta(description="Who it is for; it is recorded for ever.")]
    uses: Annotated[
        int, Meta(ge=1, le=100_000, description="How many players can register with it.")
    ] = 1
    seconds: Annotated[Seconds, Meta(description="For how long; 30 days by default.")] = MONTH


class InvitationAnswer(Value, frozen=True):
    """A new invitation, and its code, which the server returns only here."""

    id: str
    """The id of the invitation, with which you can revoke it."""
    code: str
    """The code, which a new player sends as `invitation`."""
    uses: int
    """How many players can register with it."""
    expires: str
    """When the invitation expires."""


@put(
    "/v1/admin/registration",
    "Open or close registration",
    "Whether registration is open now.",
)
async def set_registration(
    by: Administrator, office: Part[Office], data: JSONBody[RegistrationBody]
) -> RegistrationSeen:
    """Opens registration to anyone, or closes it: new players then need an invitation.

    Every process knows it within a second. Without a valid code, `createPlayer` is rejected with
    403 `registration_closed`, also for guests of the page.
    """
    await registration.set_registration(office, by, data.open, data.reason)
    return RegistrationSeen(data.open, None if data.open else data.reason)


@post(
    "/v1/admin/invitations",
    "Create an invitation",
    "Invitation created: its id and its code.",
    status=201,
    links=(Link("revokeInvitation", {"invitation": "$response.body#/id"}),),
)
async def create_invitation(
    by: Administrator, office: Part[Office], data: JSONBody[InvitationBody]
) -> InvitationAnswer:
    """Creates an invitation with which players register while registration is closed.

    Send people the code, or the link `/#/account?invitation=<code>` of the page. The server stores
    only a hash of the code.
    """
    made = await registration.invite(office, by, data.uses, data.seconds, data.reason)
    created = made.invitation
    return InvitationAnswer(created.invitation, made.code, created.uses, created.expires)


@delete(
    "/v1/admin/invitations/{invitation:str}",
    "Revoke an invitation",
    "Invitation revoked.",
)
async def revoke_invitation(
    by: Administrator, office: Part[Office], invitation: FromPath[str], reason: ReasonQuery = ""
) -> None:
    """Revokes an invitation. Players who have registered with it keep their accounts."""
    await registration.revoke_invitation(office, by, invitation, reason)
