"""Players at the other end of the recorded server."""

from typing import Any

import httpx

from openapi.record.transcript import Notes

NAMES = ("Anne", "Bob", "Chloé", "Dimitri", "Eva", "Farid", "Grace", "Hugo")


class Person:
    """A player with a token, or (without one) anybody."""

    def __init__(self, http: httpx.AsyncClient, player: str = "", token: str | None = None) -> None:
        self._http, self.id = http, player
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self._http.get(path, params=query or None, headers=self._headers)

    async def post(self, path: str, body: Any = None, **query: Any) -> httpx.Response:
        sent = {} if body is None else {"json": body}
        return await self._http.post(path, params=query or None, headers=self._headers, **sent)

    async def delete(self, path: str) -> httpx.Response:
        return await self._http.delete(path, headers=self._headers)


async def new_person(http: httpx.AsyncClient, name: str) -> Person:
    made = (await http.post("/v1/players", json={"name": name})).raise_for_status().json()
    return Person(http, made["id"], made["token"])


async def everybody(notes: Notes, http: httpx.AsyncClient) -> list[Person]:
    """As many as the largest table needs; the first one's registration is an example."""
    body = notes.body("createPlayer", "anne", {"name": NAMES[0]})
    made = notes.answer("createPlayer", "anne", await http.post("/v1/players", json=body))
    anne = Person(http, made["id"], made["token"])
    erased = await new_person(http, "Zoé")
    (await erased.delete("/v1/players/me")).raise_for_status()
    notes.answer("getPlayer", "erased", await anne.get(f"/v1/players/{erased.id}"))
    return [anne, *[await new_person(http, name) for name in NAMES[1:]]]
