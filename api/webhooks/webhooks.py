"""Webhooks: signed notices to a URL of a player; the secret is returned once."""

import re
from typing import Annotated

from litestar.params import JSONBody, QueryParameter

from api.admission.caller import CALLER
from api.http.access import sent_invitation, visible_table
from api.http.callers import WebhookOwner
from api.http.injection import AnyRequest, Part
from api.http.operation import Created, delete, get, post, to_each
from api.http.paging import Page, position
from api.http.params import CursorQuery
from api.problems.faults import LobbyOfOneTable
from api.problems.handlers import ApiProblem
from api.problems.limits import (
    TooManyPublicWebhooks,
    TooManyPublicWebhooksHere,
    TooManyWebhooks,
)
from api.webhooks.bodies import (
    RotationAnswer,
    WebhookAnswer,
    WebhookBody,
    WebhookPage,
    WebhookSeen,
    shared_fields,
)
from api.webhooks.own_webhook import OwnWebhook, check_address, own_webhook
from application.ports.webhooks import (
    About,
    Hook,
    MostPublic,
    Secret,
    TooManyPublic,
    WebhookStore,
)
from application.ports.world import World
from application.quotas import Quotas
from application.settings import Settings
from application.table_cache import TableCache
from application.webhooks.resolving import DnsResolver
from application.webhooks.signing import new_secret, rotated
from application.world import new_id
from domain.kernel.ids import rfc3339
from projections.cursor import encode_cursor

MOST_WEBHOOKS = 10**9 - 1  # of one player, if there is no limit
POSITION = re.compile(r"[0-9]{15}\|[a-z2-7]{26}")  # of a webhook in the list of its owner
NEW = {"webhook": "$response.body#/id"}
MADE = (
    *to_each(NEW, "getWebhook", "testWebhook", "listDeliveries", "redeliverFailed"),
    *to_each(NEW, "rotateSecret", "enableWebhook", "deleteWebhook"),
)


@post(
    "/v1/webhooks", "Create a webhook", "Webhook created: the webhook and its secret.", links=MADE
)
async def create_webhook(
    request: AnyRequest,
    owner: WebhookOwner,
    data: JSONBody[WebhookBody],
    webhooks: Part[WebhookStore],
    settings: Part[Settings],
    resolve: Part[DnsResolver],
    quotas: Part[Quotas],
    tables: Part[TableCache],
    world: Part[World],
) -> Created[WebhookAnswer]:
    """Creates a webhook: the server sends `{type, timestamp, data}` to `url` by POST.

    `data` has the ids of webhook and table, and a version. Notices are signed as in Standard
    Webhooks: `webhook-id` (the same at every attempt), `webhook-timestamp`, `webhook-signature`.

    Respond with any 2xx within 10 s. The server follows no redirects, and retries for 17 hours. A
    newer `your_turn` of the same table replaces one that waits; all other notices are kept until
    they are sent.

    The server disables the webhook, with a reason, if all attempts fail for 17 hours, if you
    respond with 410, or if too many deliveries wait. Enable it, and the server sends them. A
    webhook for `feed` or `lobby_…` is a cursor in the feed: create another one for your own seats.
    """
    if (table := data.table) is not None:
        await visible_table(tables, table, owner, sent_invitation(request.scope))
    await check_address(owner, data.url, settings, resolve)
    games = tuple(dict.fromkeys(data.games))
    address = CALLER.get().address
    about = About(owner, data.url, tuple(dict.fromkeys(data.events)), table, games, address)
    if about.lobby and table is not None:
        raise ApiProblem(LobbyOfOneTable(field="events"))
    secret = new_secret(world)
    most = settings.webhooks_per_player or MOST_WEBHOOKS
    async with quotas.new_webhook(new := new_id(world)):
        hook = await _added(webhooks, new, about, secret, settings)
        if hook is None:
            raise ApiProblem(TooManyWebhooks(most), limit=most)
    made = WebhookAnswer(**shared_fields(hook, world.now()), secret=secret.text)
    return Created(made, f"/v1/webhooks/{hook.id}")


async def _added(
    webhooks: WebhookStore, key: str, about: About, secret: Secret, settings: Settings
) -> Hook | None:
    """Return a new webhook; None if its owner has too many, or raise `too_many_webhooks`."""
    public = settings.public_webhooks or MOST_WEBHOOKS
    here = settings.public_webhooks_per_address or MOST_WEBHOOKS
    most = settings.webhooks_per_player or MOST_WEBHOOKS
    try:
        return await webhooks.add(key, about, secret, most, MostPublic(public, here))
    except TooManyPublic as many:
        if many.at_address:
            raise ApiProblem(TooManyPublicWebhooksHere(here), limit=here) from None
        raise ApiProblem(TooManyPublicWebhooks(public), limit=public) from None


@get(
    "/v1/webhooks",
    "List your webhooks",
    "A page of your webhooks, oldest first, without their secrets.",
)
async def list_webhooks(
    request: AnyRequest,
    owner: WebhookOwner,
    webhooks: Part[WebhookStore],
    world: Part[World],
    cursor: CursorQuery = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most webhooks on a page.")
    ] = 20,
) -> Page[WebhookPage]:
    """Returns your webhooks. For a disabled one, `disabled` has the time and the reason."""
    after = "" if cursor is None else position(cursor, POSITION)
    hooks, now = await webhooks.of(owner), world.now()
    page = [hook for hook in hooks if _position(hook) > after][: limit + 1]
    following = encode_cursor(_position(page[limit - 1])) if len(page) > limit else None
    seen = tuple(WebhookSeen(**shared_fields(hook, now)) for hook in page[:limit])
    return Page(WebhookPage(seen, following), request, cursor=following)


def _position(hook: Hook) -> str:
    """Return the place of a webhook among those of its owner; it sorts as a text."""
    return f"{hook.created:015}|{hook.id}"


@get("/v1/webhooks/{webhook:str}", "Get a webhook", "The webhook, without its secret.")
async def get_webhook(hook: OwnWebhook, world: Part[World]) -> WebhookSeen:
    """Returns one of your webhooks: its URL, its notices, and whether it is disabled."""
    return WebhookSeen(**shared_fields(hook, world.now()))


@delete("/v1/webhooks/{webhook:str}", "Delete a webhook", "Webhook deleted, with its deliveries.")
async def delete_webhook(
    hook: OwnWebhook, webhooks: Part[WebhookStore], quotas: Part[Quotas]
) -> None:
    """Deletes one of your webhooks and its deliveries; the server sends nothing more to it."""
    await webhooks.remove(hook)
    await quotas.webhook_deleted(hook.id)


@post(
    "/v1/webhooks/{webhook:str}/rotate",
    "Rotate the secret of a webhook",
    "The new secret, and the time until which the old one signs too.",
)
async def rotate_secret(
    hook: OwnWebhook, webhooks: Part[WebhookStore], world: Part[World]
) -> RotationAnswer:
    """Creates a new secret for one of your webhooks.

    For 24 hours the server signs deliveries with both secrets, so that you lose none while you
    change yours.
    """
    while True:
        now, secret = world.now(), new_secret(world)
        secrets = rotated(hook.secrets, secret, now)
        if await webhooks.rotate(hook, secrets):
            return RotationAnswer(secret.text, rfc3339(secrets[1].until or now))
        hook = await own_webhook(hook.id, hook.about.owner, webhooks)


@post("/v1/webhooks/{webhook:str}/enable", "Enable a webhook", "The webhook, which is enabled.")
async def enable_webhook(
    hook: OwnWebhook, webhooks: Part[WebhookStore], world: Part[World]
) -> WebhookSeen:
    """Enables a disabled or paused webhook; the server sends all deliveries that wait.

    The server sends nothing about events that happened while the webhook was disabled. Only the
    owner of the webhook may call this.
    """
    await webhooks.enable(hook)
    enabled = await own_webhook(hook.id, hook.about.owner, webhooks)
    return WebhookSeen(**shared_fields(enabled, world.now()))
