"""The webhook an operation is about."""

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.webhooks import Hook
from domain.kernel.ids import PlayerId


async def own_webhook(services: Services, player: PlayerId, webhook: str) -> Hook:
    """Return a webhook of the caller; those of others are as unknown as if they did not exist."""
    [hook] = await services.webhooks.find([webhook])
    if hook is None or hook.about.owner != player:
        raise ApiProblem("no_such_webhook")
    return hook
