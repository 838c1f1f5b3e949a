"""What rooms cost in which nothing happens: one stream at each of 10,000 tables."""

import asyncio
import resource
from collections.abc import Sequence
from statistics import median

import uvloop

from openapi.load.own_server import RunningServer, own_server
from openapi.play.table import Player, Table
from tests.bench import process_usage
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.gumball_tables import GAME, SEATS, drive, register_players
from tests.bench.servers.http_connection import HttpConnection
from tests.bench.servers.listeners import Listener, listen
from tests.support.players.api_document import API

ROOMS, FEW_ROOMS = 10_000, 100
ROUNDS, SECONDS = 3, 15.0  # each stream gets one comment per round
OPENING = 16  # connections that open rooms at the same time
OTHER_FILES = 256  # open files of each process that are no streams
TARGET = 5.0  # % of a core


def measure(show: Show) -> list[Result]:
    rooms = min(ROOMS, allow_open_files(ROOMS + OTHER_FILES) - OTHER_FILES)
    with own_server() as api:
        return uvloop.run(_idle(api, rooms, show))


def allow_open_files(wanted: int) -> int:
    """Raise the limit of open files for this process and those it starts; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


async def _idle(api: RunningServer, rooms: int, show: Show) -> list[Result]:
    """Measure a server with all rooms; with few, too, if the rest must be extrapolated."""
    opener = Opener(api)
    few: dict[str, list[float]] = {}
    if rooms < ROOMS:
        await opener.open_up_to(FEW_ROOMS)
        few = await _shares(api)
    await opener.open_up_to(rooms)
    show(f"{rooms:,} rooms are open")
    found = await _shares(api)
    for each in opener.listeners:
        each.close()
    name = f"{ROOMS:,}"
    if few:
        name += f" (extrapolated from {rooms:,})"
        found = {
            process: [for_all(rooms, few[process], share) for share in shares]
            for process, shares in found.items()
        }
    unit = "% of a core"
    return [
        of_rounds(f"idle rooms: {name} cost the API", found["web"], unit, TARGET, "at most"),
        of_rounds(f"  {name} cost the store", found["store"], unit),
    ]


class Opener:
    """Opens tables with one stream each, some at the same time."""

    def __init__(self, api: RunningServer) -> None:
        self.listeners: list[Listener] = []
        self._api = api
        self._begun = 0
        self._players: list[Player] = []

    async def open_up_to(self, rooms: int) -> None:
        """Return when so many rooms are open."""
        connections = [await HttpConnection.open(self._api.port) for _ in range(OPENING)]
        self._players = self._players or await register_players(connections[0])
        await asyncio.gather(*(self._open(http, rooms) for http in connections))
        for http in connections:
            http.close()

    async def _open(self, http: HttpConnection, rooms: int) -> None:
        while self._begun < rooms:
            owner = self._players[self._begun % len(self._players)]
            self._begun += 1
            opened = await drive(http, [owner], Table(API, [owner.id]).open(game=GAME, seats=SEATS))
            self.listeners.append(await listen(self._api.port, f"/v1/tables/{opened['id']}"))


async def _shares(api: RunningServer) -> dict[str, list[float]]:
    """Let time pass; return the share of a core, in %, that each process has used."""
    pids = {"web": api.pid, "store": api.store_pid}
    shares: dict[str, list[float]] = {name: [] for name in pids}
    for _ in range(ROUNDS):
        for name, share in (await asyncio.to_thread(process_usage.shares, pids, SECONDS)).items():
            shares[name].append(100 * share)
    return shares


def for_all(rooms: int, few: Sequence[float], many: float) -> float:
    """Return the share for all rooms; what a process costs without any is not scaled."""
    without = median(few)
    return without + (many - without) * (ROOMS - FEW_ROOMS) / (rooms - FEW_ROOMS)
