"""What administrators have done: the audit stream."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from api.http.administration import ActPage, act_seen, administrator
from api.http.paging import next_page
from api.http.params import AnyRequest
from api.openapi.operation import Link, describe


@get(
    "/v1/admin/acts",
    operation_id="listActs",
    summary="List the acts of administrators",
    opt=describe(
        tag="Administration",
        answers={200: ActPage},
        returns={200: "The next acts after `after`, oldest first."},
        problems=(),
        bearer=True,
        scope="admin",
        headers={200: ("Link",)},
        links=(Link("listActs", {"after": "$response.body#/next_after"}, None, "next"),),
    ),
)
async def list_acts(
    request: AnyRequest,
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
) -> Response[ActPage]:
    """Returns what administrators did, when and why, from the API and from the command line.

    Acts are never changed or deleted. `record` is what is hashed: the head after an act is
    SHA-256(0x11 ‖ head before ‖ SHA-256(0x10 ‖ record)). Keep a head to prove later that no act
    before it has changed.
    """
    office, _ = await administrator(request)
    stored = await office.acts.read(after, limit)
    page = ActPage(tuple(act_seen(each) for each in stored), after + len(stored))
    more = next_page(request, after=page.next_after if len(stored) == limit else None)
    return Response(page, headers=more)


HANDLERS = (list_acts,)
