"""Who may create a player: anyone, or those with the code of an invitation."""

from application.administration.office import Office
from application.credentials import hash_invitation, new_code
from application.ports.accounts import Admission
from application.refusals.reasons import InvitationUnknown, NoSuchInvitation, RegistrationIsClosed
from application.world import new_id
from domain.administration.acts import (
    InvitationCreated,
    InvitationRevoked,
    RegistrationClosed,
    RegistrationOpened,
)
from domain.administration.state import Administration
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected


class NewInvitation(Value, frozen=True):
    """An invitation, and its code, which is returned only once."""

    invitation: InvitationCreated
    code: str


class InvitationUsed(Value, frozen=True):
    """An invitation, and how many players have registered with it."""

    invitation: InvitationCreated
    used: int


async def set_registration(office: Office, by: str, is_open: bool, reason: str) -> None:
    """Open or close registration; doing so twice is recorded twice."""
    act = RegistrationOpened(reason) if is_open else RegistrationClosed(reason)
    await office.record(by, act)


async def invite(office: Office, by: str, uses: int, seconds: int, reason: str) -> NewInvitation:
    """Create an invitation that so many players can use, until it expires."""
    code = new_code()
    created = InvitationCreated(
        new_id(office.world), hash_invitation(code), uses, office.moment_in(seconds), reason
    )
    await office.record(by, created)
    return NewInvitation(created, code)


async def invitations(office: Office) -> tuple[InvitationUsed, ...]:
    """Return the invitations that are neither revoked nor expired, oldest first."""
    found = (await office.watch.current()).current_invitations(office.world.now())
    used = await office.accounts.uses([each.invitation for each in found])
    return tuple(InvitationUsed(each, used[each.invitation]) for each in found)


async def revoke_invitation(office: Office, by: str, invitation: str, reason: str) -> None:
    """Revoke an invitation; raises `no_such_invitation`."""
    await office.watch.read()
    if invitation not in office.watch.state.invitations:
        raise Rejected(NoSuchInvitation())
    await office.record(by, InvitationRevoked(invitation, reason))


def admission(state: Administration, code: str | None, now: int) -> Admission | None:
    """Return the invitation that a new player uses; None if registration is open.

    Raises `registration_closed` without a code, and `invitation_unknown` with a wrong one.
    """
    if state.closed is None:
        return None
    if code is None:
        raise Rejected(RegistrationIsClosed(state.closed), field="invitation")
    found = state.invitation(hash_invitation(code), now)
    if found is None:
        raise invitation_unknown()
    return Admission(found.invitation, found.uses)


def invitation_unknown() -> Rejected:
    return Rejected(InvitationUnknown(), field="invitation")
