"""Webhooks: signed notices to a URL of a player; the secret is returned once."""

import re
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http import auth
from api.http.access import seen_table
from api.http.games import game_key
from api.http.operation import Link, describe
from api.http.params import CursorQuery
from api.http.webhook_bodies import (
    NewWebhook,
    Rotated,
    WebhookMade,
    WebhookPage,
    WebhookSeen,
    shared_fields,
)
from api.http.webhooks import check_address, own_webhook
from api.problems.handlers import ApiProblem
from api.problems.limits import TooManyWebhooks
from api.problems.refusals import LobbyOfOneTable, NoSuchPage
from api.services import services_of
from application.ports.webhooks import About, Hook
from application.webhooks.signing import new_secret, rotated
from application.world import new_id
from domain.kernel.moments import rfc3339
from projections.cursor import decode_cursor, encode_cursor

MOST_WEBHOOKS = 10**9 - 1  # of one player, if there is no limit
POSITION = re.compile(r"[0-9]{15}\|[a-z2-7]{26}")  # of a webhook in the list of its owner
MADE = tuple(
    Link(operation, {"webhook": "$response.body#/id"})
    for operation in (
        "getWebhook",
        "testWebhook",
        "listDeliveries",
        "redeliverFailed",
        "rotateSecret",
        "enableWebhook",
        "deleteWebhook",
    )
)


@post(
    "/v1/webhooks",
    operation_id="createWebhook",
    summary="Create a webhook",
    opt=describe(
        tag="Webhooks",
        body=NewWebhook,
        answers={201: WebhookMade},
        returns={201: "Webhook created: the webhook and its secret."},
        problems=(
            "malformed",
            "media_type",
            "body_too_large",
            "no_such_table",
            "no_such_game",
            "address_refused",
            "too_many_webhooks",
        ),
        bearer=True,
        scope="webhooks",
        headers={201: ("Location",)},
        links=MADE,
    ),
)
async def create_webhook(
    request: Request[Any, Any, Any], data: JSONBody[NewWebhook]
) -> Response[WebhookMade]:
    """Creates a webhook: the server sends `{type, timestamp, data}` to `url` by POST.

    `data` has the ids of the webhook and the table, and a version. Read the table for more. Notices
    are signed as in Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. The
    id is the same at every attempt.

    Respond with any 2xx within 10 s. The server follows no redirects, and retries for 17 hours. A
    newer `your_turn` of the same table replaces one that waits; all other notices are kept until
    they are sent.

    The server disables the webhook, with a reason, if all attempts fail for 17 hours, if you
    respond with 410, or if too many deliveries wait. Those that wait are kept: enable the webhook,
    and the server sends them. You need a token, and may have 10 webhooks.
    """
    services, player = services_of(request), await auth.player(request)
    table = None if data.table is None else (await seen_table(request, data.table, player)).table
    await check_address(services, player, data.url)
    games = tuple(game_key(game) for game in dict.fromkeys(data.games))
    about = About(player, data.url, tuple(dict.fromkeys(data.events)), table, games)
    if about.lobby and table is not None:
        raise ApiProblem(LobbyOfOneTable(), "events")
    secret = new_secret(services.world)
    most = services.settings.webhooks_per_player or MOST_WEBHOOKS
    hook = await services.webhooks.add(new_id(services.world), about, secret, most)
    if hook is None:
        raise ApiProblem(TooManyWebhooks(most), limit=most)
    made = WebhookMade(**shared_fields(hook, services.world.now()), secret=secret.text)
    return Response(made, status_code=201, headers={"Location": f"/v1/webhooks/{hook.id}"})


@get(
    "/v1/webhooks",
    operation_id="listWebhooks",
    summary="List your webhooks",
    opt=describe(
        tag="Webhooks",
        answers={200: WebhookPage},
        returns={200: "A page of your webhooks, oldest first, without their secrets."},
        problems=("no_such_page",),
        bearer=True,
        scope="webhooks",
    ),
)
async def list_webhooks(
    request: Request[Any, Any, Any],
    cursor: CursorQuery = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most webhooks on a page.")
    ] = 20,
) -> WebhookPage:
    """Returns your webhooks. For a disabled one, `disabled` has the time and the reason."""
    services, player = services_of(request), await auth.player(request)
    try:
        after = "" if cursor is None else decode_cursor(cursor, POSITION)
    except ValueError as wrong:
        raise ApiProblem(NoSuchPage(str(wrong)), "cursor") from None
    hooks, now = await services.webhooks.of(player), services.world.now()
    page = [hook for hook in hooks if _position(hook) > after][: limit + 1]
    following = encode_cursor(_position(page[limit - 1])) if len(page) > limit else None
    seen = tuple(WebhookSeen(**shared_fields(hook, now)) for hook in page[:limit])
    return WebhookPage(seen, following)


def _position(hook: Hook) -> str:
    """Return the place of a webhook among those of its owner; it sorts as a text."""
    return f"{hook.created:015}|{hook.id}"


@get(
    "/v1/webhooks/{webhook:str}",
    operation_id="getWebhook",
    summary="Get a webhook",
    opt=describe(
        tag="Webhooks",
        answers={200: WebhookSeen},
        returns={200: "The webhook, without its secret."},
        problems=("no_such_webhook",),
        bearer=True,
        scope="webhooks",
    ),
)
async def get_webhook(request: Request[Any, Any, Any], webhook: FromPath[str]) -> WebhookSeen:
    """Returns one of your webhooks: its URL, its notices, and whether it is disabled."""
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    return WebhookSeen(**shared_fields(hook, services.world.now()))


@delete(
    "/v1/webhooks/{webhook:str}",
    operation_id="deleteWebhook",
    summary="Delete a webhook",
    status_code=204,
    opt=describe(
        tag="Webhooks",
        answers={204: None},
        returns={204: "Webhook deleted, with its deliveries."},
        problems=("no_such_webhook",),
        bearer=True,
        scope="webhooks",
    ),
)
async def delete_webhook(request: Request[Any, Any, Any], webhook: FromPath[str]) -> None:
    """Deletes one of your webhooks and its deliveries; the server sends nothing more to it."""
    services = services_of(request)
    await services.webhooks.remove(await own_webhook(services, await auth.player(request), webhook))


@post(
    "/v1/webhooks/{webhook:str}/rotate",
    operation_id="rotateSecret",
    summary="Rotate the secret of a webhook",
    status_code=200,
    opt=describe(
        tag="Webhooks",
        answers={200: Rotated},
        returns={200: "The new secret, and the time until which the old one signs too."},
        problems=("no_such_webhook",),
        bearer=True,
        scope="webhooks",
    ),
)
async def rotate_secret(request: Request[Any, Any, Any], webhook: FromPath[str]) -> Rotated:
    """Creates a new secret for one of your webhooks.

    For 24 hours the server signs deliveries with both secrets, so that you lose none while you
    change yours.
    """
    services, player = services_of(request), await auth.player(request)
    while True:
        hook = await own_webhook(services, player, webhook)
        now, secret = services.world.now(), new_secret(services.world)
        secrets = rotated(hook.secrets, secret, now)
        if await services.webhooks.rotate(hook, secrets):
            return Rotated(secret.text, rfc3339(secrets[1].until or now))


@post(
    "/v1/webhooks/{webhook:str}/enable",
    operation_id="enableWebhook",
    summary="Enable a webhook",
    status_code=200,
    opt=describe(
        tag="Webhooks",
        answers={200: WebhookSeen},
        returns={200: "The webhook, which is enabled."},
        problems=("no_such_webhook",),
        bearer=True,
        scope="webhooks",
    ),
)
async def enable_webhook(request: Request[Any, Any, Any], webhook: FromPath[str]) -> WebhookSeen:
    """Enables a disabled or paused webhook; the server sends all deliveries that wait.

    The server sends nothing about events that happened while the webhook was disabled. Only the
    owner of the webhook may call this.
    """
    services, player = services_of(request), await auth.player(request)
    await services.webhooks.enable(await own_webhook(services, player, webhook))
    hook = await own_webhook(services, player, webhook)
    return WebhookSeen(**shared_fields(hook, services.world.now()))


HANDLERS = (
    create_webhook,
    list_webhooks,
    get_webhook,
    delete_webhook,
    rotate_secret,
    enable_webhook,
)
