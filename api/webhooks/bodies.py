"""Bodies of requests and responses about webhooks."""

from typing import Annotated, Any

from msgspec import Meta

from api.http.params import GameKey
from application.ports.webhooks import OF_ALL_TABLES, OWN_EVENTS, Disabled, Hook, Subscribed
from application.webhooks.address import PATTERN
from application.webhooks.signing import valid
from domain.kernel.ids import Moment, TableId, rfc3339
from domain.kernel.messages import Value

MOST_EVENTS = len(OWN_EVENTS) + len(OF_ALL_TABLES)
LONGEST_URL = 500


class NewWebhook(Value, frozen=True, forbid_unknown_fields=True):
    """The webhook to create; without `table` it gets the notices about all your seats."""

    url: Annotated[
        str,
        Meta(
            max_length=LONGEST_URL,
            pattern=PATTERN,
            description="A public `https` URL without user name and fragment, on port 443 or 8443.",
        ),
    ]
    events: Annotated[
        tuple[Subscribed, ...],
        Meta(
            min_length=1,
            max_length=MOST_EVENTS,
            description="The notices to send. The default is the notices about your own seats."
            " Those that begin with `lobby_`, and `feed`, are about all public tables.",
        ),
    ] = OWN_EVENTS
    games: Annotated[
        tuple[GameKey, ...],
        Meta(max_length=32, description="Send only notices of tables of these games."),
    ] = ()
    table: (
        Annotated[
            str,
            Meta(
                max_length=40,
                description="Send only notices of this table. You need no seat there.",
            ),
        ]
        | None
    ) = None


class WebhookSeen(Value, frozen=True, kw_only=True):
    """A webhook. `disabled` says when and why the server stopped sending; null if it sends.

    After three failed attempts in a row, the server sends nothing before `paused_until`.
    """

    id: str
    url: str
    events: tuple[Subscribed, ...]
    games: tuple[str, ...]
    table: TableId | None
    created: Moment
    disabled: Disabled | None
    paused_until: Moment | None
    previous_secret_until: Moment | None


class WebhookMade(WebhookSeen, frozen=True, kw_only=True):
    """A new webhook and its secret, which the server returns only here.

    Verify `webhook-signature` with it.
    """

    secret: str


class WebhookPage(Value, frozen=True):
    """Your webhooks, oldest first; `next` is the cursor of the next page, null on the last."""

    webhooks: tuple[WebhookSeen, ...]
    next: str | None


class Rotated(Value, frozen=True):
    """The new secret, which the server returns only here, and when the old one expires."""

    secret: str
    previous_secret_until: Moment


def shared_fields(hook: Hook, now: int) -> dict[str, Any]:
    """Return the fields of `WebhookSeen` and `WebhookMade`."""
    older = [each.until for each in valid(hook.secrets, now)[1:] if each.until is not None]
    return {
        "id": hook.id,
        "url": hook.about.url,
        "events": hook.about.events,
        "games": hook.about.games,
        "table": hook.about.table,
        "created": rfc3339(hook.created),
        "disabled": hook.disabled,
        "paused_until": rfc3339(hook.resumes) if hook.resumes and hook.resumes > now else None,
        "previous_secret_until": rfc3339(max(older)) if older else None,
    }
