"""Maintenance that gives time back."""

from typing import Annotated

from litestar.params import JSONBody
from msgspec import Meta

from api.admin.bodies import (
    MaintenanceSeen,
    Reason,
    ReasonQuery,
    maintenance_seen,
)
from api.http.callers import Administrator
from api.http.injection import Part
from api.http.operation import Link, delete, put
from application.administration import maintenance
from application.administration.office import Office
from domain.kernel.messages import Value

MAINTENANCE = "/v1/admin/maintenance"


class MaintenanceBody(Value, frozen=True, forbid_unknown_fields=True):
    """The message for everybody, and how long the maintenance will probably take."""

    message: Annotated[
        Reason,
        Meta(description="What everybody sees until it ends.", examples=["We move to a new disk."]),
    ]
    seconds: Annotated[
        int,
        Meta(ge=1, le=7 * 24 * 3600, description="How long it will probably take."),
    ] = 300


@put(
    MAINTENANCE,
    "Begin maintenance",
    "The server is under maintenance.",
    links=(Link("endMaintenance", {}),),
)
async def begin_maintenance(
    by: Administrator, office: Part[Office], data: JSONBody[MaintenanceBody]
) -> MaintenanceSeen:
    """Begins maintenance: requests that change something are rejected with 503 `maintenance`.

    Every process knows it within a second. Reading and administration go on. Clocks stop: the
    server times nobody out, and bots wait. Call this again to change the message.
    """
    begun = await maintenance.begin_maintenance(office, by, data.message, data.seconds)
    return maintenance_seen(begun)


@delete(
    MAINTENANCE,
    "End maintenance",
    "Maintenance ended: every clock gets the time back.",
)
async def end_maintenance(
    by: Administrator, office: Part[Office], reason: ReasonQuery = ""
) -> None:
    """Ends the maintenance. The deadline of every open decision moves by the time it took."""
    await maintenance.end_maintenance(office, by, reason)
