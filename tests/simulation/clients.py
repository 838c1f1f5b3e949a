"""Players: they open tables, sit down, think, play, repeat themselves, sleep and leave."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from domain.games import GAMES
from domain.judging.decision_clock import awaited, game_of
from domain.kernel.ids import Seat, TableId
from domain.table.clocks import Pace, clock_of
from domain.table.state import Closed, Running, Table
from ludotheque.laws.random_play import some_options
from tests.simulation.installation import Installation
from tests.simulation.receivers import HOSTS, TARPIT
from tests.simulation.record import Record
from tests.simulation.truth import TableTruth
from tests.simulation.web_client import Answer, Lost, Network, WebClient

BUSY = (429, 503)
MOST_ATTEMPTS = 12
ENDINGS = (("POST", "/resign"), ("POST", "/end"), ("DELETE", "/end"))


class Habits(msgspec.Struct, frozen=True):
    """How the players of a run behave; all by seed."""

    think: float  # seconds, on average
    absent: float  # how often a player lets the time pass
    doubled: float  # how often a request is sent twice at once
    stale: float  # how often a command carries an old If-Match
    reused: float  # how often a key is used again for another command
    leaving: float
    bots: float  # how often a seat is given to a bot
    clock: tuple[Pace, ...]  # one of these per table


class Player:
    def __init__(self, crowd: "Crowd", number: int) -> None:
        self.crowd = crowd
        self.web = WebClient(crowd.installation, crowd.network, number)
        self.id = ""
        self._keys = 0
        self._number = number

    async def register(self) -> None:
        name = f"Player {self._number}"
        answer = await self.repeat("POST", "/v1/players", {"name": name})
        if answer is not None and answer.status == 201:
            self.id, self.web.token = answer.json()["id"], answer.json()["token"]

    def new_key(self) -> str:
        self._keys += 1
        return f"p{self._number}-{self._keys}"

    async def repeat(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        query: str = "",
    ) -> Answer | None:
        """Ask until an answer comes that is not "later"; None if it never does."""
        rng = self.crowd.rng
        for attempt in range(MOST_ATTEMPTS):
            self.crowd.record.requests += 1
            try:
                answer = await self.web.ask(method, path, body, headers, query)
            except Lost:
                await asyncio.sleep(rng.uniform(0.05, 0.5 * (attempt + 1)))
                continue
            self.crowd.installation.trace.add(f"{path[-30:]} {answer.status} {len(answer.body)}")
            if answer.status not in BUSY:
                if answer.status >= 500:
                    self.crowd.record.wrong(f"{method} {path}: {answer.status} {answer.body!r}")
                return answer
            await asyncio.sleep(rng.uniform(0.1, 0.5 * (attempt + 1)))
        return None

    async def change(
        self,
        table: TableId,
        method: str,
        path: str,
        body: Any,
        command: Any = None,
        query: str = "",
        extra: dict[str, str] | None = None,
    ) -> Answer | None:
        """Send a command with a key of its own, perhaps twice; record what is acknowledged."""
        record, rng = self.crowd.record, self.crowd.rng
        key = self.new_key()
        headers = {"Idempotency-Key": key, **(extra or {})}
        times = 2 if rng.random() < self.crowd.habits.doubled else 1
        record.commands += times
        sent = [
            self.repeat(method, f"/v1/tables/{table}{path}", body, headers, query)
            for _ in range(times)
        ]
        answers = await asyncio.gather(*sent)
        for answer in answers:
            if answer is not None and answer.status in (200, 201):
                record.acknowledged(table, self.id, key, command, answer)
        if rng.random() < self.crowd.habits.reused and body is not None:
            await self._reuse(table, path, key, query)
        return answers[0]

    async def _reuse(self, table: TableId, path: str, key: str, query: str) -> None:
        """Use a key again for another command: it must never be carried out."""
        other = {"type": "gumball_rally.play", "card": "R-none-1"}
        self.crowd.record.commands += 1
        answer = await self.repeat(
            "POST", f"/v1/tables/{table}{path}", other, {"Idempotency-Key": key}, query
        )
        if answer is not None and answer.status == 200:
            self.crowd.record.wrong(f"key {key} was accepted for another command")


class Crowd:
    """All players of a run."""

    def __init__(
        self,
        installation: Installation,
        network: Network,
        record: Record,
        habits: Habits,
        rng: Random,
    ) -> None:
        self.installation = installation
        self.network = network
        self.record = record
        self.habits = habits
        self.rng = rng
        self.playing = True
        self.players: list[Player] = []

    async def gather(self, count: int) -> None:
        self.players = [Player(self, n) for n in range(count)]
        await asyncio.gather(*(player.register() for player in self.players))
        self.players = [player for player in self.players if player.id]

    async def add_webhooks(self, count: int, tarpits: int) -> None:
        """Let some players be notified of everything that concerns them.

        Each of them has so many webhooks more that lead to a host which never answers in time.
        """
        events = ["your_turn", "table_started", "table_finished"]
        for number, player in enumerate(self.players[:count]):
            hosts = [HOSTS[number % len(HOSTS)], *[TARPIT] * tarpits]
            for place, host in enumerate(hosts):
                body = {"url": f"https://{host}/{place}", "events": events}
                await player.repeat("POST", "/v1/webhooks", body)

    async def keep_playing(self) -> None:
        """Play one table after the other."""
        while self.playing:
            with suppress(KeyError):  # a failover has taken the table back
                await self._play_table()

    async def _play_table(self) -> None:
        rng = self.rng
        game = GAMES[rng.choice(sorted(GAMES))]
        people = rng.sample(
            self.players, game.seats[-1] if len(game.seats) == 1 else rng.choice(game.seats)
        )
        clock = rng.choice(self.habits.clock)
        body = {
            "game": game.key,
            "options": some_options(game, len(people), rng),
            "seats": len(people),
            "clock": msgspec.to_builtins(clock_of(clock)),
        }
        opened = await people[0].repeat("POST", "/v1/tables", body)
        if opened is None or opened.status != 201:
            await asyncio.sleep(1.0)
            return
        table = opened.json()["id"]
        options = msgspec.convert(body["options"], game.options)
        keepers = [game.keeper(options, seat) for seat in range(len(people))]
        for seat in sorted(set(keepers)):
            await self._sit(people[0], people[seat], table, seat)
        started = await people[0].change(table, "POST", "/start", None)
        if started is not None and started.status == 200:
            truth = self.installation.truth.tables[table]
            await asyncio.gather(
                *(
                    self._play_seat(people[keeper], truth, seat)
                    for seat, keeper in enumerate(keepers)
                )
            )

    async def _sit(self, host: Player, player: Player, table: TableId, seat: Seat) -> None:
        rng = self.rng
        if seat and rng.random() < self.habits.bots:
            bot = rng.choice(("random", "greedy"))
            await host.change(table, "POST", "/seats", {"bot": bot})
            return
        taken = await player.change(table, "POST", "/seats", {})
        if taken is not None and taken.status == 201 and rng.random() < self.habits.leaving:
            number = taken.json()["seat"]
            await player.change(table, "DELETE", f"/seats/{number}", None)
            await player.change(table, "POST", "/seats", {})

    async def _play_seat(self, player: Player, truth: TableTruth, seat: Seat) -> None:
        rng = self.rng
        while self.playing and not isinstance(truth.state, Closed):
            if not isinstance(truth.state, Running) or not self._plays(truth.state, player, seat):
                await truth.changed(20.0)
                continue
            if truth.state.setup.clock is not None and rng.random() < self.habits.absent:
                await truth.changed(60.0)
                continue
            await asyncio.sleep(rng.expovariate(1 / self.habits.think))
            state = truth.state
            if isinstance(state, Running) and self._plays(state, player, seat):
                await self._move(player, truth, state, seat)

    @staticmethod
    def _plays(state: Running, player: Player, seat: Seat) -> bool:
        own = seat < len(state.sitters) and state.sitters[seat].player == player.id
        gone = state.out_of_time | frozenset(state.resigned)
        return own and seat in awaited(state) - gone

    async def _move(self, player: Player, truth: TableTruth, state: Table, seat: Seat) -> None:
        assert isinstance(state, Running)
        rng, game = self.rng, game_of(state)
        if rng.random() < self.habits.leaving / 20:
            method, path = rng.choice((("DELETE", f"/seats/{seat}"), *ENDINGS))
            await player.change(truth.table, method, path, None)
            return
        command = rng.choice(game.legal(state.play, seat))
        extra = {}
        if rng.random() < self.habits.stale:
            extra["If-Match"] = f'"{truth.version - rng.randrange(2)}"'
        body = msgspec.json.decode(msgspec.json.encode(command))
        await player.change(truth.table, "POST", "/commands", body, body, f"seat={seat}", extra)
        if truth.version and rng.random() < 0.02:
            await truth.changed(1.0)
