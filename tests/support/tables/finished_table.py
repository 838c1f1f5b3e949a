"""A finished table against bots, played over HTTP by the first listed action."""

import time
from typing import Any

import httpx

from tests.support.servers.polling import until


def finished_table(base: str, game: str = "gumball_rally", **options: Any) -> str:
    """Open a table with two bots, play it to the end, and return its id."""
    with httpx.Client(base_url=base) as http:
        token = http.post("/v1/players", json={"name": "Anne"}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        opening = {"game": game, "seats": 3, "sit": True, "clock": None, "options": options}
        table: str = http.post("/v1/tables", json=opening).json()["id"]
        path = f"/v1/tables/{table}"
        for _ in range(2):
            http.post(f"{path}/seats", json={"bot": "greedy"}).raise_for_status()
        http.post(f"{path}/start").raise_for_status()
        until(lambda: _is_over(http, path))
        return table


def _is_over(http: httpx.Client, path: str) -> bool:
    if actions := http.get(f"{path}/actions").json()["actions"]:
        http.post(f"{path}/commands", json=actions[0]["command"])
        return False
    time.sleep(0.02)
    return bool(http.get(path).json()["status"] == "finished")
