"""The webhook an operation is about, and the address of a new one."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

from litestar.params import FromPath

from api.http.callers import WebhookOwner
from api.http.injection import Needs, Part
from api.problems.handlers import ApiProblem
from api.problems.limits import TooManyAddressChecks
from api.problems.refusals import AddressNotAllowed
from application.ports.webhooks import Hook, WebhookStore
from application.settings import Settings
from application.webhooks.address import AddressRefused, permitted
from application.webhooks.resolving import DnsResolver
from domain.kernel.ids import PlayerId

CHECKS_AT_ONCE = 2  # of one player: a name server may take seconds to answer
_checks: Counter[PlayerId] = Counter()  # under way, of each player


async def own_webhook(
    webhook: FromPath[str], owner: WebhookOwner, webhooks: Part[WebhookStore]
) -> Hook:
    """Return a webhook of the caller; raise 404 for an unknown one and for those of others."""
    [hook] = await webhooks.find([webhook])
    if hook is None or hook.about.owner != owner:
        raise ApiProblem("no_such_webhook")
    return hook


OwnWebhook: TypeAlias = Annotated[Hook, Needs(own_webhook)]


async def check_address(
    owner: PlayerId, url: str, settings: Settings, resolve: DnsResolver
) -> None:
    """Raise `address_refused` unless webhooks may lead to this address."""
    with _counted(owner):
        try:
            await permitted(url, settings.webhook_policy, resolve)
        except AddressRefused as why:
            raise ApiProblem(AddressNotAllowed(str(why)), "url") from None


@contextmanager
def _counted(player: PlayerId) -> Iterator[None]:
    """Count an address check while it runs; raises `too_many_requests`."""
    if _checks[player] >= CHECKS_AT_ONCE:
        raise ApiProblem(TooManyAddressChecks(CHECKS_AT_ONCE), headers={"Retry-After": "3"})
    _checks[player] += 1
    try:
        yield
    finally:
        _checks[player] -= 1
        if not _checks[player]:
            del _checks[player]
