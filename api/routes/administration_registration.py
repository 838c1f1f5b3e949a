"""Closed registration, and invitations to register."""

from typing import Annotated

from litestar import Response, delete, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.http.administration import (
    BODY_PROBLEMS,
    Reason,
    ReasonQuery,
    RegistrationSeen,
    Seconds,
    administrator,
)
from api.http.operation import Link, describe
from api.http.params import AnyRequest
from application.administration import registration
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


class InvitationMade(Value, frozen=True):
    """A new invitation, and its code, which the server returns only here."""

    id: str
    code: str
    uses: int
    expires: str


@put(
    "/v1/admin/registration",
    operation_id="setRegistration",
    summary="Open or close registration",
    opt=describe(
        tag="Administration",
        body=RegistrationBody,
        answers={200: RegistrationSeen},
        returns={200: "Whether registration is open now."},
        problems=BODY_PROBLEMS,
        bearer=True,
        scope="admin",
    ),
)
async def set_registration(
    request: AnyRequest, data: JSONBody[RegistrationBody]
) -> RegistrationSeen:
    """Opens registration to anyone, or closes it: new players then need an invitation.

    Every process knows it within a second. Without a valid code, `createPlayer` is rejected with
    403 `registration_closed`, also for guests of the page.
    """
    office, by = await administrator(request)
    await registration.set_registration(office, by, data.open, data.reason)
    return RegistrationSeen(data.open, None if data.open else data.reason)


@post(
    "/v1/admin/invitations",
    operation_id="createInvitation",
    summary="Create an invitation",
    opt=describe(
        tag="Administration",
        body=InvitationBody,
        answers={201: InvitationMade},
        returns={201: "Invitation created: its id and its code."},
        problems=BODY_PROBLEMS,
        bearer=True,
        scope="admin",
        links=(Link("revokeInvitation", {"invitation": "$response.body#/id"}),),
    ),
)
async def create_invitation(
    request: AnyRequest, data: JSONBody[InvitationBody]
) -> Response[InvitationMade]:
    """Creates an invitation with which players register while registration is closed.

    Send people the code, or the link `/#/account?invitation=<code>` of the page. The server stores
    only a hash of the code.
    """
    office, by = await administrator(request)
    made = await registration.invite(office, by, data.uses, data.seconds, data.reason)
    created = made.invitation
    answer = InvitationMade(created.invitation, made.code, created.uses, created.expires)
    return Response(answer, status_code=201)


@delete(
    "/v1/admin/invitations/{invitation:str}",
    operation_id="revokeInvitation",
    summary="Revoke an invitation",
    status_code=204,
    opt=describe(
        tag="Administration",
        answers={204: None},
        returns={204: "Invitation revoked."},
        problems=("malformed", "no_such_invitation"),
        bearer=True,
        scope="admin",
    ),
)
async def revoke_invitation(
    request: AnyRequest, invitation: FromPath[str], reason: ReasonQuery = ""
) -> None:
    """Revokes an invitation. Players who have registered with it keep their accounts."""
    office, by = await administrator(request)
    await registration.revoke_invitation(office, by, invitation, reason)


HANDLERS = (set_registration, create_invitation, revoke_invitation)
