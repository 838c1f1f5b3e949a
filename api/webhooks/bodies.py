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


class WebhookBody(Value, frozen=True, forbid_unknown_fields=True):
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
    """The id of the only table whose notices it gets; null for all your tables."""


class WebhookSeen(Value, frozen=True, kw_only=True):
    """A webhook. `disabled` says when and why the server stopped sending; null if it sends.

    After three failed attempts in a row, the server sends nothing before `paused_until`.
    """

    id: str
    """The id of the webhook."""
    url: str
    """The address that is called."""
    events: tuple[Subscribed, ...]
    """The kinds of notices that the webhook gets."""
    games: tuple[str, ...]
    """The games whose notices are sent; empty for all."""
    table: TableId | None
    """The id of the only table whose notices it gets; null for all your tables."""
    created: Moment
    disabled: Disabled | None
    """When and why it was disabled; null while it is enabled."""
    paused_until: Moment | None
    """When it is tried again; null if it is not paused."""
    previous_secret_until: Moment | None
    """Until when the previous secret is used too."""


class WebhookAnswer(WebhookSeen, frozen=True, kw_only=True):
    """A new webhook and its secret, which the server returns only here.

    Verify `webhook-signature` with it.
    """

    secret: str
    """The key of the signatures, as `whsec_` and base64; keep it."""


class WebhookPage(Value, frozen=True):
    """Your webhooks, oldest first; `next` is the cursor of the next page, null on the last."""

    webhooks: tuple[WebhookSeen, ...]
    """One page of your webhooks, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last."""


class RotationAnswer(Value, frozen=True):
    """The new secret, which the server returns only here, and when the old one expires."""

    secret: str
    """The key of the signatures, as `whsec_` and base64; keep it."""
    previous_secret_until: Moment


def shared_fields(hook: Hook, now: int) -> dict[str, Any]:
    """Return the fields of `WebhookSeen` and `WebhookAnswer`."""
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
