"""The players who send requests to the recorded server."""

from typing import Any

import httpx

from openapi.record.transcript import Transcript

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
