"""The players of a recording; records what one of them does with an account."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import httpx

from api.openapi.document import document
from openapi.play.document import Document
from openapi.record.transcript import FIXED, Transcript

NAMES = ("Anne", "Bob", "Chloé", "Dimitri", "Eva", "Farid", "Grace", "Hugo")


@cache
def api() -> Document:
    """Return the document without its file, which may be older than the operations."""
    return Document(document())


class Player:
    """A caller: a player with a token, or an anonymous one without."""

    def __init__(
        self, http: httpx.AsyncClient, player_id: str = "", token: str | None = None
    ) -> None:
        self._http, self.id = http, player_id
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def ask(
        self,
        operation: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> httpx.Response:
        """Send a request, which must succeed; return the answer."""
        texts = {name: "true" if value is True else value for name, value in parameters.items()}
        request = api().request(operation, texts)
        content = {} if body is None else {"json": body}
        said = {**self._headers, **(headers or {})}
        sent = self._http.request(request.method, request.path, headers=said, **content)
        return (await sent).raise_for_status()

    async def record(
        self, transcript: Transcript, operation: str, name: str, body: Any = None, **parameters: Any
    ) -> Any:
        """Record the body of a request and its JSON answer; return the answer as it was sent."""
        if body:
            transcript.body(operation, name, body)
        answer = await self.ask(operation, body, **parameters)
        return transcript.answer(operation, name, answer) if answer.content else None


async def register(http: httpx.AsyncClient, name: str) -> Player:
    created = (await Player(http).ask("createPlayer", {"name": name})).json()
    return Player(http, created["id"], created["token"])


async def register_players(transcript: Transcript, http: httpx.AsyncClient) -> list[Player]:
    """Register as many players as the largest table needs; record the first registration."""
    created = await Player(http).record(transcript, "createPlayer", "anne", {"name": NAMES[0]})
    anne = Player(http, created["id"], created["token"])
    erased = await register(http, "Zoé")
    await erased.ask("erasePlayer", confirm=erased.id)
    await anne.record(transcript, "getPlayer", "erased", player=erased.id)
    return [anne, *[await register(http, name) for name in NAMES[1:]]]


async def record_account(transcript: Transcript, http: httpx.AsyncClient) -> None:
    """Record the operations of an account at a player who plays at no table."""
    guest = {"name": "Guest 7", "scopes": ["play"], "expires_in": 30 * 24 * 3600}
    await Player(http).record(transcript, "createPlayer", "guest", guest)
    zoe = await register(http, "Zoé")
    record = partial(zoe.record, transcript)
    bot = {"name": "My bot", "scopes": ["play"], "expires_in": 7 * 24 * 3600}
    created = await record("createToken", "bot", bot)
    await record("listTokens", "two_tokens")
    await zoe.ask("revokeToken", token=created["id"])
    await zoe.ask("revokeOtherTokens")
    await record("rotateToken", "with_grace", {"confirm": zoe.id, "grace_seconds": 60})
    await record("renamePlayer", "zoe", {"name": "Zoë"})
    codes = (await record("createRecoveryCodes", "ten_codes"))["codes"]
    await record("getRecoveryCodes", "all_left")
    transcript.body("recoverPlayer", "lost_token", {"code": FIXED["codes"][0]})
    answer = await Player(http).ask("recoverPlayer", {"code": codes[0]})
    transcript.answer("recoverPlayer", "lost_token", answer)
