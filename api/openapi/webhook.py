"""The request that a webhook receives, in the document."""

from typing import Any

from api.openapi.schemas import ref

HEADERS = {
    "webhook-id": "Id of the delivery, the same at every attempt: whoever has seen it is done.",
    "webhook-timestamp": "When this attempt was made: seconds since 1970.",
    "webhook-signature": "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; during a"
    " rotation one for each secret, with a blank between them.",
}
EXAMPLE = {
    "type": "your_turn",
    "timestamp": "2026-11-16T10:00:00.000Z",
    "data": {"webhook": "w" * 26, "table": "t" * 26, "version": 17},
}


def notice() -> dict[str, Any]:
    example = {"your_turn": {"summary": "your turn", "value": EXAMPLE}}
    media = {"schema": ref("Payload"), "examples": example}
    return {
        # No tag: generators make a class of each tag, and `Webhooks` is a schema.
        "operationId": "receiveNotice",
        "summary": "A signed notice",
        "description": "Sent to the address of a webhook (see `createWebhook`): ids and versions"
        " only. Notices may come late, twice (with the same id) or in another order.",
        "parameters": [_header(name, about) for name, about in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "security": [],
        "responses": {
            "2XX": {"description": "Received; the body of the answer is not read."},
            "410": {"description": "Not wanted any more: the webhook is disabled."},
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
