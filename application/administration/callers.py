"""Heavy callers: who used most of the server lately, and lower limits for some of them."""

from application.administration.office import Office
from application.caller_network import network_of
from application.ports.usage import CallerUsage
from application.refusals.reasons import NoSuchLimit, UnknownCaller
from application.setting_values import Rate
from application.world import new_id
from domain.administration.acts import CallerLimited, LimitLifted
from domain.kernel.ids import is_id
from domain.kernel.refusals import Rejected

MINUTE_MS = 60_000


async def heavy_callers(office: Office, minutes: int, limit: int) -> list[CallerUsage]:
    """Return the players and addresses with the most requests in the last minutes."""
    now = office.world.now() // MINUTE_MS
    return await office.usage.heaviest(range(now - minutes + 1, now + 1), limit)


async def limit_caller(
    office: Office, by: str, caller: str, rate: Rate, seconds: int, reason: str
) -> CallerLimited:
    """Set a lower rate for one player or one address for a time; it replaces an earlier one."""
    limited = CallerLimited(
        new_id(office.world),
        await _known(office, caller),
        rate.per_second,
        rate.burst,
        office.moment_in(seconds),
        reason,
    )
    await office.record(by, limited)
    return limited


async def _known(office: Office, caller: str) -> str:
    """Return the id of a player who exists, or the network of an address."""
    if is_id(caller):
        return (await office.account(caller)).id
    network = network_of(caller)
    if network is None:
        raise Rejected(UnknownCaller(), field="caller")
    return network


async def lift_limit(office: Office, by: str, limit: str, reason: str) -> None:
    """End a lower rate before its time; raises `no_such_limit`."""
    await office.watch.read()
    current = office.watch.state.current_limits(office.world.now())
    if all(each.limit != limit for each in current):
        raise Rejected(NoSuchLimit())
    await office.record(by, LimitLifted(limit, reason))
