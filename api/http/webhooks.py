"""The webhook an operation is about, and the address of a new one."""

from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.handlers import ApiProblem
from api.problems.limits import TooManyAddressChecks
from api.problems.refusals import AddressNotAllowed
from api.services import Services
from application.ports.webhooks import Hook
from application.webhooks.address import AddressRefused, permitted
from domain.kernel.ids import PlayerId

CHECKS_AT_ONCE = 2  # of one player: a name server may take seconds to answer


async def own_webhook(services: Services, player: PlayerId, webhook: str) -> Hook:
    """Return a webhook of the caller; raise 404 for an unknown one and for those of others."""
    [hook] = await services.webhooks.find([webhook])
    if hook is None or hook.about.owner != player:
        raise ApiProblem("no_such_webhook")
    return hook


async def check_address(services: Services, player: PlayerId, url: str) -> None:
    """Raise `address_refused` unless webhooks may lead to this address."""
    with _counted(services, player):
        try:
            await permitted(url, services.settings.webhook_policy, services.resolve)
        except AddressRefused as why:
            raise ApiProblem(AddressNotAllowed(str(why)), "url") from None


@contextmanager
def _counted(services: Services, player: PlayerId) -> Iterator[None]:
    """Count an address check while it runs; raises `too_many_requests`."""
    checks = services.address_checks
    if checks[player] >= CHECKS_AT_ONCE:
        raise ApiProblem(TooManyAddressChecks(CHECKS_AT_ONCE), headers={"Retry-After": "3"})
    checks[player] += 1
    try:
        yield
    finally:
        checks[player] -= 1
        if not checks[player]:
            del checks[player]
