"""The players of a recording; records what one of them does with an account."""

from typing import Any

import httpx

from openapi.record.transcript import FIXED, Transcript

NAMES = ("Anne", "Bob", "Chloé", "Dimitri", "Eva", "Farid", "Grace", "Hugo")


class Player:
    """A caller: a player with a token, or an anonymous one without."""

    def __init__(
        self, http: httpx.AsyncClient, player_id: str = "", token: str | None = None
    ) -> None:
        self._http, self.id = http, player_id
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self._http.get(path, params=query or None, headers=self._headers)

    async def post(self, path: str, body: Any = None, **query: Any) -> httpx.Response:
        """Send a body; `prefer` is sent as a header."""
        prefer = query.pop("prefer", None)
        headers = {**self._headers, **({"Prefer": prefer} if prefer else {})}
        content = {} if body is None else {"json": body}
        return await self._http.post(path, params=query or None, headers=headers, **content)

    async def patch(self, path: str, body: Any) -> httpx.Response:
        return await self._http.patch(path, json=body, headers=self._headers)

    async def put(self, path: str, body: Any) -> httpx.Response:
        return await self._http.put(path, json=body, headers=self._headers)

    async def delete(self, path: str, **query: Any) -> httpx.Response:
        return await self._http.delete(path, params=query or None, headers=self._headers)


async def register(http: httpx.AsyncClient, name: str) -> Player:
    created = (await http.post("/v1/players", json={"name": name})).raise_for_status().json()
    return Player(http, created["id"], created["token"])


async def register_players(transcript: Transcript, http: httpx.AsyncClient) -> list[Player]:
    """Register as many players as the largest table needs; record the first registration."""
    body = transcript.body("createPlayer", "anne", {"name": NAMES[0]})
    response = await http.post("/v1/players", json=body)
    created = transcript.answer("createPlayer", "anne", response)
    anne = Player(http, created["id"], created["token"])
    erased = await register(http, "Zoé")
    (await erased.delete("/v1/players/me")).raise_for_status()
    transcript.answer("getPlayer", "erased", await anne.get(f"/v1/players/{erased.id}"))
    return [anne, *[await register(http, name) for name in NAMES[1:]]]


async def record_account(transcript: Transcript, http: httpx.AsyncClient) -> None:
    """Record the operations of an account at a player who plays at no table."""
    body = transcript.body("createPlayer", "guest", {"name": "Guest 7", "scopes": ["play"]})
    body["expires_in"] = 30 * 24 * 3600
    transcript.answer("createPlayer", "guest", await http.post("/v1/players", json=body))
    zoe = await register(http, "Zoé")
    await _record_tokens(transcript, zoe)
    renamed = transcript.body("renamePlayer", "zoe", {"name": "Zoë"})
    transcript.answer("renamePlayer", "zoe", await zoe.patch("/v1/players/me", renamed))
    await _record_recovery(transcript, http, zoe)


async def _record_tokens(transcript: Transcript, zoe: Player) -> None:
    tokens = "/v1/players/me/tokens"
    body = {"name": "My bot", "scopes": ["play"], "expires_in": 7 * 24 * 3600}
    transcript.body("createToken", "bot", body)
    created = transcript.answer("createToken", "bot", await zoe.post(tokens, body))
    transcript.answer("listTokens", "two_tokens", await zoe.get(tokens))
    (await zoe.delete(f"{tokens}/{created['id']}")).raise_for_status()
    rotation = transcript.body("rotateToken", "with_grace", {"grace_seconds": 60})
    transcript.answer("rotateToken", "with_grace", await zoe.post(f"{tokens}/rotate", rotation))


async def _record_recovery(transcript: Transcript, http: httpx.AsyncClient, zoe: Player) -> None:
    path = "/v1/players/me/recovery-codes"
    codes = transcript.answer("createRecoveryCodes", "ten_codes", await zoe.post(path))["codes"]
    transcript.answer("getRecoveryCodes", "all_left", await zoe.get(path))
    transcript.body("recoverPlayer", "lost_token", {"code": FIXED["codes"][0]})
    answer = await http.post("/v1/recoveries", json={"code": codes[0]})
    transcript.answer("recoverPlayer", "lost_token", answer)
