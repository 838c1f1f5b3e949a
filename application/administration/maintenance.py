"""Maintenance: nothing can be changed for a while, and every clock gets the time back."""

from application.administration.office import Office
from application.refusals.reasons import NoMaintenance
from domain.administration.acts import MaintenanceBegun, MaintenanceEnded
from domain.kernel.refusals import Rejected
from domain.table.commands import Outage


async def begin_maintenance(
    office: Office, by: str, message: str, seconds: int
) -> MaintenanceBegun:
    """Begin maintenance, or change its message; `seconds` is how long it will probably take."""
    await office.watch.read()
    under_way = office.watch.state.maintenance
    began = under_way.began if under_way else (await office.heartbeat.beat()).now
    begun = MaintenanceBegun(message, began, seconds)
    await office.record(by, begun)
    return begun


async def end_maintenance(office: Office, by: str, reason: str) -> Outage:
    """End the maintenance; return the time that players get back.

    The time is granted before any process accepts commands again, so nobody is late.
    """
    await office.watch.read()
    under_way = office.watch.state.maintenance
    if under_way is None:
        raise Rejected(NoMaintenance())
    lost = Outage(under_way.began, (await office.heartbeat.beat()).now)
    await office.heartbeat.grant(lost)
    await office.record(by, MaintenanceEnded(lost.ended, reason))
    return lost
