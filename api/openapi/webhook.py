"""The request that the server sends to a webhook, in the document."""

from typing import Any

from api.openapi.names import ref

HEADERS = {
    "webhook-id": "Id of the delivery, the same at every attempt. Ignore an id you have handled.",
    "webhook-timestamp": "Time of this attempt in seconds since 1970. Reject old ones.",
    "webhook-signature": "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. During a"
    " rotation there is one signature per secret, separated by spaces.",
}
CREATED_BY = "createWebhook"  # the operation whose callback it is
EXAMPLE = {
    "type": "your_turn",
    "timestamp": "2026-11-16T10:00:00.000Z",
    "data": {"webhook": "w" * 26, "table": "t" * 26, "version": 17},
}


def callbacks() -> dict[str, Any]:
    """Return the callbacks of `createWebhook`: one, to the URL in its body."""
    return {"notice": {"{$request.body#/url}": {"post": notice()}}}


def notice() -> dict[str, Any]:
    example = {"your_turn": {"summary": "Your turn", "value": EXAMPLE}}
    media = {"schema": ref("Payload"), "examples": example}
    return {
        "operationId": "receiveNotice",
        "summary": "Receive a notice",
        "description": "The server sends this request to the `url` of a webhook (see"
        " `createWebhook`). It contains ids and a version only; read the table for more. Notices"
        " may arrive late, twice with the same id, or out of order.",
        "parameters": [_header(name, about) for name, about in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "security": [],
        "responses": {
            "2XX": {"description": "You have received the notice. The server ignores the body."},
            "410": {"description": "You want no more notices: the server disables the webhook."},
        },
    }


def _header(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "string", "maxLength": 500}
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": schema,
    }
