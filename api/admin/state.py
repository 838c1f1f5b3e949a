"""The state of administration, and the audit stream: what administrators have done."""

from typing import Annotated

from litestar.params import QueryParameter

from api.admin.bodies import (
    MOST_LISTED,
    ActPage,
    AdministrationSeen,
    AdminOffice,
    RegistrationSeen,
    act_seen,
    invitation_seen,
    limit_seen,
    maintenance_seen,
)
from api.http.injection import AnyRequest
from api.http.operation import Link, get
from api.http.paging import Page
from application.administration.registration import invitations


@get(
    "/v1/admin/acts",
    "List the acts of administrators",
    "The next acts after `after`, oldest first.",
    links=(Link("listActs", {"after": "$response.body#/next_after"}, None, "next"),),
)
async def list_acts(
    request: AnyRequest,
    office: AdminOffice,
    after: Annotated[
        int,
        QueryParameter(
            name="after", ge=0, le=2**53 - 1, description="The number of the last act you have."
        ),
    ] = 0,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=500, description="The maximum number of acts to return."
        ),
    ] = 100,
) -> Page[ActPage]:
    """Returns what administrators did, when and why, from the API and from the command line.

    Acts are never changed or deleted. `record` is what is hashed: the head after an act is
    SHA-256(0x11 ‖ head before ‖ SHA-256(0x10 ‖ record)). Keep a head to prove later that no act
    before it has changed.
    """
    stored = await office.acts.read(after, limit)
    page = ActPage(tuple(act_seen(each) for each in stored), after + len(stored))
    return Page(page, request, after=page.next_after if len(stored) == limit else None)


@get(
    "/v1/admin",
    "Get the state of administration",
    "Registration, maintenance, invitations and limits as they are now.",
    links=(Link("listActs", {}), Link("listSuspensions", {}), Link("listCallers", {})),
)
async def get_administration(office: AdminOffice) -> AdministrationSeen:
    """Returns what is in force now: registration, maintenance, invitations and limits."""
    state = await office.watch.current()
    begun = state.maintenance
    invited = await invitations(office)
    limits = await office.limits()
    return AdministrationSeen(
        RegistrationSeen(state.closed is None, state.closed),
        None if begun is None else maintenance_seen(begun),
        tuple(invitation_seen(each) for each in invited[-MOST_LISTED:]),
        tuple(limit_seen(each) for each in limits[-MOST_LISTED:]),
        office.watch.number,
    )
