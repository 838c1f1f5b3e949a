"""The webhook of a request."""

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.webhooks import Hook
from domain.kernel.ids import PlayerId


async def own_webhook(services: Services, player: PlayerId, webhook: str) -> Hook:
    """Return a webhook of the caller; raise 404 for an unknown one and for those of others."""
    [hook] = await services.webhooks.find([webhook])
    if hook is None or hook.about.owner != player:
        raise ApiProblem("no_such_webhook")
    return hook
