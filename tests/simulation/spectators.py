"""Readers: they look at tables, lists and boards, and follow streams, as players and strangers."""

import asyncio
from contextlib import suppress
from typing import Any

from msgspec import json

from tests.simulation.clients import Crowd
from tests.simulation.truth import TableTruth
from tests.simulation.web_client import Answer, Lost, WebClient

LISTS = ("/v1/tables", "/v1/games/gumball_rally/leaderboard", "/v1/games")


class Spectators:
    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._record = crowd.record
        self._truth = crowd.installation.truth

    async def keep_reading(self, pause: float) -> None:
        rng = self._crowd.rng
        while self._crowd.playing:
            await asyncio.sleep(rng.expovariate(1 / pause))
            tables = list(self._truth.tables.values())
            if not tables:
                continue
            truth = tables[-1 - min(int(rng.expovariate(0.1)), len(tables) - 1)]
            with suppress(Lost, KeyError):
                await self._read(truth)

    async def _read(self, truth: TableTruth) -> None:
        """Read something as one of its players, as another player, or as nobody."""
        rng = self._crowd.rng
        who = self._someone(truth)
        web, player = who
        path, floor = f"/v1/tables/{truth.table}", truth.floor
        self._record.requests += 1
        match rng.randrange(10):
            case 0 | 1 | 2 | 3:
                answer = await web.ask("GET", path)
                if self._is_good(answer, path):
                    self._record.read(truth, floor, player, answer, "a view")
            case 4:
                answer = await web.ask("GET", f"{path}/actions")
                if self._is_good(answer, path):
                    self._record.read(truth, floor, player, answer, "a list of actions")
            case 5 | 6:
                after = max(0, floor - rng.randrange(30))
                answer = await web.ask("GET", f"{path}/events", query=f"after={after}&limit=50")
                if self._is_good(answer, path):
                    self._record.shown(truth.table, player, floor, None, answer.body, "events")
            case 7:
                answer = await web.ask("GET", rng.choice(LISTS))
                self._is_good(answer, "a list")
            case 8:
                answer = await web.ask("GET", f"{path}/history")
                if self._is_good(answer, path):
                    self._record.shown(truth.table, player, floor, None, answer.body, "a history")
            case _:
                await self._follow(web, player, truth, path)

    async def _follow(
        self, web: WebClient, player: str | None, truth: TableTruth, path: str
    ) -> None:
        """Follow a stream for a while; versions must come in order, without a gap."""
        parts: list[bytes] = []
        seconds = self._crowd.rng.uniform(1.0, 8.0)
        await web.ask("GET", f"{path}/stream", on_part=parts.append, seconds=seconds)
        text = b"".join(parts)
        self._record.shown(truth.table, player, truth.floor, None, text, "a stream")
        versions = [int(line[4:]) for line in text.split(b"\n") if line.startswith(b"id: ")]
        if versions and versions != list(range(versions[0], versions[0] + len(versions))):
            self._record.wrong(f"a stream of {truth.table} skips versions: {versions[:20]}")

    def _someone(self, truth: TableTruth) -> tuple[WebClient, str | None]:
        rng = self._crowd.rng
        if rng.random() < 0.3:
            stranger = WebClient(self._crowd.installation, self._crowd.network, 150)
            return stranger, None
        sitters: Any = getattr(truth.state, "sitters", ())
        seated = [p for p in self._crowd.players if any(p.id == s.player for s in sitters)]
        chosen = rng.choice(seated or self._crowd.players)
        return chosen.web, chosen.id

    def _is_good(self, answer: Answer, what: str) -> bool:
        if answer.status >= 500 and answer.status != 503:
            self._record.wrong(f"{what}: {answer.status} {answer.body[:200]!r}")
        return answer.status == 200 and bool(json.decode(answer.body) is not None)
