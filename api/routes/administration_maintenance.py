"""Maintenance that gives time back."""

from typing import Annotated

from litestar import delete, put
from litestar.params import JSONBody
from msgspec import Meta

from api.http.administration import (
    BODY_PROBLEMS,
    MaintenanceSeen,
    Reason,
    ReasonQuery,
    administrator,
    maintenance_seen,
)
from api.http.operation import Link, describe
from api.http.params import AnyRequest
from application.administration import maintenance
from domain.kernel.ids import Moment
from domain.kernel.messages import Value
from domain.kernel.moments import rfc3339

MAINTENANCE = "/v1/admin/maintenance"


class MaintenanceBody(Value, frozen=True, forbid_unknown_fields=True):
    """The message for everybody, and how long the maintenance will probably take."""

    message: Annotated[
        Reason,
        Meta(description="What everybody sees.", examples=["We move to a new disk."]),
    ]
    seconds: Annotated[
        int,
        Meta(ge=1, le=7 * 24 * 3600, description="How long it will probably take."),
    ] = 300


class MaintenanceEnded(Value, frozen=True):
    """The time that every clock gets back."""

    began: Moment
    ended: Moment


@put(
    MAINTENANCE,
    operation_id="beginMaintenance",
    summary="Begin maintenance",
    opt=describe(
        tag="Administration",
        body=MaintenanceBody,
        answers={200: MaintenanceSeen},
        returns={200: "The server is under maintenance."},
        problems=BODY_PROBLEMS,
        bearer=True,
        scope="admin",
        links=(Link("endMaintenance", {}),),
    ),
)
async def begin_maintenance(
    request: AnyRequest, data: JSONBody[MaintenanceBody]
) -> MaintenanceSeen:
    """Begins maintenance: requests that change something are rejected with 503 `maintenance`.

    Every process knows it within a second. Reading and administration go on. Clocks stop: the
    server times nobody out, and bots wait. Call this again to change the message.
    """
    office, by = await administrator(request)
    begun = await maintenance.begin_maintenance(office, by, data.message, data.seconds)
    return maintenance_seen(begun)


@delete(
    MAINTENANCE,
    operation_id="endMaintenance",
    summary="End maintenance",
    status_code=200,
    opt=describe(
        tag="Administration",
        answers={200: MaintenanceEnded},
        returns={200: "Maintenance ended: the time that every clock gets back."},
        problems=("malformed", "no_maintenance"),
        bearer=True,
        scope="admin",
    ),
)
async def end_maintenance(request: AnyRequest, reason: ReasonQuery = "") -> MaintenanceEnded:
    """Ends the maintenance. The deadline of every open decision moves by the time it took."""
    office, by = await administrator(request)
    lost = await maintenance.end_maintenance(office, by, reason)
    return MaintenanceEnded(rfc3339(lost.began), rfc3339(lost.ended))


HANDLERS = (begin_maintenance, end_maintenance)
