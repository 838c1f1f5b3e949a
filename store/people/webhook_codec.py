"""How webhooks and deliveries are stored; `delivery_queue.lua` reads and writes the same form."""

from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from application.ports.webhooks import About, Attempt, Delivery, Disabled, Happening, Hook, Secret
from domain.kernel.ids import Moment, TableId
from domain.kernel.messages import Value

FIELDS = (
    "body",
    "secrets",
    "created",
    "disabled",
    "succeeded",
    "failures",
    "since",
    "resumes",
    "cursor",
)


class Body(Value, frozen=True, kw_only=True):
    """What scripts do not change of a delivery."""

    id: str
    event: Happening
    table: TableId | None
    version: int | None
    at: Moment
    reason: str | None
    attempts: tuple[Attempt, ...]


_about, _secrets = json.Decoder(About), json.Decoder(tuple[Secret, ...])
_disabled, _body = json.Decoder(Disabled), json.Decoder(Body)


def encode_body(delivery: Delivery) -> bytes:
    return json.encode(Body(**{name: getattr(delivery, name) for name in Body.__struct_fields__}))


def decode_delivery(text: bytes) -> Delivery:
    status, tries, newer, body = text.split(b" ", 3)
    found = _body.decode(body)
    delivery = Delivery(**{name: getattr(found, name) for name in Body.__struct_fields__})
    superseded_by = None if newer == b"-" else newer.decode()
    return replace(delivery, status=status.decode(), tries=int(tries), superseded_by=superseded_by)


def decode_hook(key: str, fields: Sequence[bytes | None]) -> Hook | None:
    """Return the webhook with these values of `FIELDS`; None if there is none."""
    about, secrets, created, disabled, *numbers, cursor = fields
    if about is None or secrets is None or created is None:
        return None
    succeeded, failures, since, resumes = (None if n is None else int(n) for n in numbers)
    return Hook(
        key,
        _about.decode(about),
        _secrets.decode(secrets),
        int(created),
        None if disabled is None else _disabled.decode(disabled),
        succeeded,
        failures or 0,
        since,
        resumes,
        None if cursor is None else cursor.decode(),
    )
