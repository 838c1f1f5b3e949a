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
from api.http.paging import Page, number
from api.http.params import CursorQuery
from application.administration.registration import invitations
from projections.cursor import encode_cursor


@get(
    "/v1/admin/acts",
    "List the acts of administrators",
    "A page of acts, oldest first.",
    links=(Link("listActs", {"cursor": "$response.body#/next"}, None, "next"),),
)
async def list_acts(
    request: AnyRequest,
    office: AdminOffice,
    cursor: CursorQuery = None,
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
    after = number(cursor)
    stored = await office.acts.read(after, limit + 1)
    following = encode_cursor(str(after + limit)) if len(stored) > limit else None
    page = ActPage(tuple(act_seen(each) for each in stored[:limit]), following)
    return Page(page, request, cursor=following)


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
