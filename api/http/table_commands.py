"""Sends a command of the table itself: leaving, starting, luck."""

from typing import Any

from litestar import Response
from msgspec import json

from api.http import auth
from api.http.access import sent_invitation, visible_to
from api.http.answers import json_answer, receipt_body
from api.http.conditions import idempotency_key
from api.http.params import AnyRequest
from api.http.people import narrator_of, spoken_by
from api.http.tables import table_id
from api.services import services_of
from application.handle import handle
from domain.judging.actors import ByPlayer
from domain.kernel.messages import Command

IDEMPOTENT = ("malformed", "idempotency_key_reused", "table_busy", "outcome_unknown")


async def handle_table_command(
    request: AnyRequest, table: str, command: Command, key: str | None, lang: Any
) -> Response[bytes]:
    """Handle the command for the caller, and return what it caused."""
    services, player = services_of(request), await auth.player(request)
    repeat = idempotency_key(key, json.encode(command))
    visible = visible_to(player, sent_invitation(request.scope))
    by = ByPlayer(player)
    receipt = await handle(services.tables, table_id(table), by, command, repeat, visible)
    live = await services.tables.find(table)
    narrator = await narrator_of(services, live.state, lang, spoken_by(request))
    return json_answer(receipt_body(live, player, receipt, narrator))
