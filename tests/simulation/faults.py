"""Random faults: what goes wrong in a run, how often, and for how long; all by seed."""

import asyncio
from random import Random
from typing import Any, NamedTuple

from tests.simulation.availability import Availability
from tests.simulation.installation import Installation
from tests.simulation.loop import Span
from tests.simulation.processes import APIS, WORKERS
from tests.simulation.receivers import HOSTS
from tests.simulation.store.server import Fate
from tests.simulation.web_client import Network

HOUR = 3_600.0
WEIGHTS = {  # faults that stop everything for seconds are rare
    "kill_process": 8.0,
    "kill_timers": 2.0,
    "kill_apis": 0.15,
    "kill_store": 0.3,
    "kill_store_again": 0.1,
    "stall_store": 0.5,
    "fail_over": 0.3,
    "store_clock": 0.2,
    "process_clock": 0.3,
    "cut_connections": 10.0,
    "lose_queue": 0.5,
    "bad_receiver": 4.0,
    "bad_network": 4.0,
    "bad_store_network": 4.0,
}
KINDS = tuple(WEIGHTS)
# A request may be executed after its client has left the connection.
LATE_REQUESTS = {"bad_store_network", "stall_store", "cut_connections"}
REPLICA_SECONDS = 1.0  # how far a replica may be behind


class StoreWay(NamedTuple):
    """How bad the way to the store is."""

    lose_request: float = 0.0
    lose_reply: float = 0.0
    slow: float = 0.0


class Faults:
    def __init__(
        self,
        installation: Installation,
        network: Network,
        availability: Availability,
        kinds: tuple[str, ...],
        rng: Random,
    ) -> None:
        self._installation = installation
        self._network = network
        self._availability = availability
        self._kinds = kinds
        self._rng = rng
        self._way = StoreWay()
        self._loop = installation.loop
        self._lasting: dict[str, asyncio.Task[None]] = {}
        self.active = True
        self.count = 0
        installation.server.fate = self.fate
        availability.late_requests = not LATE_REQUESTS.isdisjoint(kinds)
        if "fail_over" in kinds:
            installation.engine.kept_seconds = 2 * REPLICA_SECONDS

    async def keep_failing(self, pause: float) -> None:
        weights = [WEIGHTS[kind] for kind in self._kinds]
        while self.active:
            await asyncio.sleep(self._rng.expovariate(1 / pause))
            if self.active and self._kinds:
                kind = self._rng.choices(self._kinds, weights)[0]
                self._start(kind)

    def _start(self, kind: str) -> None:
        """Start a fault, unless one of its kind lasts still."""
        if kind not in self._lasting:
            self.count += 1
            self._installation.trace.add(f"fault {kind}")
            task = asyncio.create_task(getattr(self, kind)())
            self._lasting[kind] = task
            task.add_done_callback(lambda _: self._lasting.pop(kind, None))

    def heal(self) -> None:
        """End every fault that lasts; processes come back by themselves."""
        self.active = False
        self._way = StoreWay()
        self._network.lose_request = self._network.lose_answer = self._network.slow = 0.0
        self._installation.receivers.heal()
        self._installation.held_until.clear()
        self._installation.queues.up = True

    def fate(self, session: Any, size: int) -> Fate:
        """Return what becomes of a request to the store."""
        rng, way = self._rng, self._way
        there, back, lost = rng.uniform(0.0003, 0.001), rng.uniform(0.0003, 0.001), None
        chance = rng.random()
        if chance < way.slow:
            there, back = rng.choice(
                ((rng.uniform(0.05, 1.5), back), (there, rng.uniform(0.05, 1.5)))
            )
        elif chance < way.slow + way.lose_reply:
            lost = "reply"
        elif chance < way.slow + way.lose_reply + way.lose_request:
            lost = "request"
        else:
            return Fate(there, back)
        self.count += 1
        return Fate(there, back, lost)

    async def kill_process(self) -> None:
        self._kill(self._rng.choice((*APIS, *WORKERS)))

    async def kill_timers(self) -> None:
        self._kill("timers")

    def _kill(self, name: str) -> None:
        """Kill a process some steps from now, wherever it is then."""
        process = self._installation.running.get(name)
        if process is not None and process.alive:
            process.steps_left = self._rng.randrange(300)
            self._availability.disturb(self._loop.time())

    async def kill_apis(self) -> None:
        """Keep every API process from running for a while."""
        until = self._loop.time() + self._rng.uniform(1.0, 12.0)
        for name in APIS:
            self._installation.hold(name, until)
        await asyncio.sleep(until - self._loop.time())

    async def kill_store(self) -> None:
        self._installation.keeper.kill()
        await self._store_is_back()

    async def kill_store_again(self) -> None:
        """Kill the store, and again each time while it starts."""
        for _ in range(self._rng.randrange(2, 5)):
            self._installation.keeper.kill()
            await asyncio.sleep(self._rng.uniform(0.2, 0.8))
        await self._store_is_back()

    async def fail_over(self) -> None:
        """Promote a replica that has not received the last writes: they are lost for ever."""
        self._installation.keeper.kill()
        self._installation.engine.roll_back(self._rng.uniform(0.0, REPLICA_SECONDS))
        await self._store_is_back()

    async def _store_is_back(self) -> None:
        for _ in range(300):
            if self._installation.server.up:
                break
            await asyncio.sleep(0.1)
        self._availability.disturb(self._loop.time())

    async def stall_store(self) -> None:
        """Let the disk be slow: nothing is answered for a while."""
        until = self._loop.time() + self._rng.uniform(0.1, 4.0)
        self._installation.server.stalled_until = until
        await asyncio.sleep(until - self._loop.time())
        self._availability.disturb(self._loop.time())

    async def store_clock(self) -> None:
        """Let the store's clock jump, and come back."""
        began = self._loop.time()
        self._installation.store_skew = self._rng.choice((HOUR, HOUR, -HOUR, 20.0, -20.0))
        await asyncio.sleep(self._rng.uniform(0.5, 4.0))
        self._installation.store_skew = 0.0
        self._wrong_clock(began, 1.0)

    async def process_clock(self) -> None:
        """Let the clock of one process jump, and come back."""
        name = self._rng.choice((*APIS, "timers"))
        process, began = self._installation.running[name], self._loop.time()
        process.skew = self._rng.choice((15.0, -15.0, 3.0))
        await asyncio.sleep(self._rng.uniform(0.5, 4.0))
        process.skew = 0.0
        self._wrong_clock(began, 16.0)

    def _wrong_clock(self, began: float, blur: float) -> None:
        now = self._loop.time()
        self._availability.wrong_clocks.append(Span(began - blur, now + blur))
        self._availability.disturb(now)

    async def cut_connections(self) -> None:
        """Break the connections of one process to the store."""
        chosen = self._rng.choice((*APIS, *WORKERS))
        process = self._installation.running.get(chosen)
        for session in [s for s in self._installation.server.sessions if s.owner is process]:
            session.break_off()

    async def lose_queue(self) -> None:
        """Lose the jobs that wait in the queue, and make it unreachable for a while."""
        queues = self._installation.queues
        queues.up, queues.jobs = False, []
        await asyncio.sleep(self._rng.uniform(0.2, 3.0))
        queues.up = True

    async def bad_receiver(self) -> None:
        mood = self._rng.choice(("failing", "failing", "down", "tarpit"))
        seconds = self._rng.uniform(1.0, 15.0)
        self._installation.receivers.worsen(self._rng.choice(HOSTS), mood, seconds)

    async def bad_network(self) -> None:
        """Lose and delay what goes between clients and API for a while."""
        network, uniform = self._network, self._rng.uniform
        network.lose_request, network.lose_answer = uniform(0, 0.1), uniform(0, 0.1)
        network.slow = uniform(0, 0.1)
        await asyncio.sleep(uniform(0.2, 2.0))
        network.lose_request, network.lose_answer, network.slow = 0.0, 0.0, 0.002

    async def bad_store_network(self) -> None:
        """Lose and delay what goes between processes and the store for a while."""
        before, uniform = self._way, self._rng.uniform
        self._way = StoreWay(uniform(0, 0.05), uniform(0, 0.05), uniform(0, 0.05))
        await asyncio.sleep(uniform(0.2, 2.0))
        self._way = before if self.active else StoreWay()
        self._availability.disturb(self._loop.time())
