"""Players who send every command with a key until its outcome is known, and keep what was said."""

import asyncio
import secrets
from collections import Counter
from typing import Any, NamedTuple

import httpx

from domain.fairness.chain import first_head
from domain.judging.stored import extend
from domain.kernel.ids import TableId
from store.log import RedisEventLog
from tests.support.servers.polling import PATIENCE

GAME = "gumball_rally"
PAUSE = 0.03  # seconds between two attempts
UNKNOWN, UNAVAILABLE = "/problems/outcome_unknown", "/problems/store_unavailable"


class Acknowledged(NamedTuple):
    table: TableId
    version: int
    head: str


class Sent(NamedTuple):
    """A request whose outcome is not known yet."""

    path: str
    token: str | None
    body: Any
    key: str


class AcknowledgedPlayers:
    """Three players; when their table is closed, they open the next one."""

    def __init__(self, base: str, log: RedisEventLog) -> None:
        """`log` reads what is stored, to compare."""
        self.http = httpx.AsyncClient(base_url=base)
        self.counts: Counter[str] = Counter()
        self.acknowledged: list[Acknowledged] = []
        self._log = log
        self._sent: Sent | None = None  # without an answer that settles it

    async def aclose(self) -> None:
        await self.http.aclose()

    async def play_for_ever(self) -> None:
        tokens = [(await self._post("/v1/players", None, {"name": "Zoé"}))["token"] for _ in "abc"]
        while True:
            await self._play_table(tokens)

    async def resolve(self) -> None:
        """Find out what became of the last request, if that is open."""
        if self._sent is not None:
            await self._settled(self._sent)

    async def require_all_stored(self) -> None:
        """Raise AssertionError unless every acknowledged version still has its head."""
        for table in {each.table for each in self.acknowledged}:
            stored = await self._log.load(table)
            assert stored is not None, f"table {table} is lost"
            head, heads = first_head(table), {}
            for entry in stored.entries:
                head = extend(head, stored.seed, (entry,))
                heads[entry.version] = head.hex()
            for each in self.acknowledged:
                assert each.table != table or heads.get(each.version) == each.head, f"lost: {each}"

    async def _play_table(self, tokens: list[str]) -> None:
        opening = {"game": GAME, "clock": None, "sit": True}
        table = (await self._post("/v1/tables", tokens[0], opening))["id"]
        path = f"/v1/tables/{table}"
        for token in tokens[1:]:
            await self._post(f"{path}/seats", token, {})
        await self._post(f"{path}/start", tokens[0], None)
        while (move := await self._next_move(path, tokens)) is not None:
            await self._post(f"{path}/commands", *move)

    async def _next_move(self, path: str, tokens: list[str]) -> tuple[str, Any] | None:
        """Return who must move and a move; None if the table is closed."""
        while (await self._get(path, tokens[0]))["status"] == "running":
            for token in tokens:
                if actions := (await self._get(f"{path}/actions", token))["actions"]:
                    return token, actions[0]["command"]
        return None

    async def _get(self, path: str, token: str) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await self.http.get(path, headers={"Authorization": f"Bearer {token}"})
                if answer.status_code != 503:
                    assert answer.is_success, answer.text
                    return answer.json()
                await asyncio.sleep(PAUSE)

    async def _post(self, path: str, token: str | None, body: Any) -> Any:
        self._sent = Sent(path, token, body, secrets.token_hex(8))
        return await self._settled(self._sent)

    async def _settled(self, sent: Sent) -> Any:
        """Repeat a request with its key until the answer says whether it is stored."""
        headers = {"Idempotency-Key": sent.key}
        if sent.token is not None:
            headers["Authorization"] = f"Bearer {sent.token}"
        was_unknown = False
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await self.http.post(sent.path, json=sent.body, headers=headers)
                if answer.status_code != 503:
                    break
                self.counts["refused"] += answer.json()["type"] == UNAVAILABLE
                self.counts["unknown"] += answer.json()["type"] == UNKNOWN and not was_unknown
                was_unknown |= answer.json()["type"] == UNKNOWN
                await asyncio.sleep(PAUSE)
        self._sent = None
        return self._noted(sent, answer, was_unknown)

    def _noted(self, sent: Sent, answer: httpx.Response, was_unknown: bool) -> Any:
        told = answer.json()
        if not answer.is_success:
            # What the command answered may have been undone by the fail-over.
            assert answer.status_code == 409, answer.text
            self.counts["rejected"] += 1
            return told
        if "head" in told and "/tables" in sent.path:
            self.counts["acknowledged"] += 1
            table = told.get("id") or sent.path.split("/")[3]
            self.acknowledged.append(Acknowledged(table, told["version"], told["head"]))
        return told
