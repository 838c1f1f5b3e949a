"""One recording from beginning to end."""

from collections.abc import Iterable

import uvloop

from domain.games import GAMES
from domain.kernel.game import AnyGame
from openapi.record.coverage import Kinds
from openapi.record.games import shelf
from openapi.record.players import Person, everybody
from openapi.record.server import Server, recorded_server
from openapi.record.table import Sitting
from openapi.record.tables import tables_of
from openapi.record.transcript import Notes
from openapi.record.webhooks import hooked, receiver, told

BOTS = ("random", "greedy")
LATE, HOOKED = 1000, 1001  # numbers of tables that are left to the clock, or told of by a webhook


def recorded() -> bytes:
    """Everything that was noted, as it is kept in api/examples.json."""
    return uvloop.run(_session())


async def _session() -> bytes:
    notes = Notes()
    async with recorded_server() as server:
        await _recorded(notes, server)
    return notes.written()


def searched(game: str) -> list[int]:
    """The tables of a game at which something was met that was not met before."""
    return uvloop.run(_search(GAMES[game]))


async def _search(game: AnyGame) -> list[int]:
    notes = Notes()
    async with recorded_server() as server:
        people = await everybody(notes, server.http)
        return await _met(notes, server, game, people, range(LATE))


async def _recorded(notes: Notes, server: Server) -> None:
    anyone = Person(server.http)
    await shelf(notes, anyone)
    people = await everybody(notes, server.http)
    for game in GAMES.values():
        await _met(notes, server, game, people, tables_of(game.key))
    await _bots(notes, people[0])
    await _late(notes, server, people)
    await _hooked(notes, server, people)
    await lists(notes, people[0])


async def _met(
    notes: Notes, server: Server, game: AnyGame, people: list[Person], numbers: Iterable[int]
) -> list[int]:
    """Plays these tables until every kind was met; those at which there was something new.

    Each follows the last one at which a reward was won that was not won before. One without
    anything new leaves no trace, so the others are the same without it.
    """
    found: list[int] = []
    won: set[str] = set()
    before: str | None = None
    for number in numbers:
        known = len(notes.schemas)
        table = await _table(notes, server, game, people, number, before)
        rewards = await server.won(table, game) - won
        if rewards or len(notes.schemas) > known:
            found.append(number)
        if rewards:
            won, before = won | rewards, table
        if Kinds(notes, game).all_met():
            break
    return found


async def _bots(notes: Notes, host: Person) -> None:
    """A table of the first game for one person and as many bots as are needed."""
    game = next(iter(GAMES.values()))
    opened = await host.post("/v1/tables", {"game": game.key, "sit": True})
    seats = f"/v1/tables/{opened.json()['id']}/seats"
    for kind in BOTS:
        body = notes.body("takeSeat", f"{kind}_bot", {"bot": kind})
        notes.answer("takeSeat", f"{kind}_bot", await host.post(seats, body))


async def _late(notes: Notes, server: Server, people: list[Person]) -> None:
    """What happens at any table that is left to its clock."""
    with server.long_ago():
        sitting = Sitting(notes, next(iter(GAMES.values())), people, LATE, None)
        await sitting.seated(server)
        await sitting.missed(server)


async def _table(
    notes: Notes,
    server: Server,
    game: AnyGame,
    people: list[Person],
    number: int,
    follows: str | None = None,
) -> str:
    """A finished table; its rewards are brought along to the next."""
    sitting = Sitting(notes, game, people, number, follows)
    await sitting.seated(server)
    if number == 0:
        await sitting.interrupted()
    await sitting.played(server)
    await server.chores.project()
    if number == 0:
        await sitting.audited(server)
        await sitting.forked()
    return sitting.table


async def _hooked(notes: Notes, server: Server, people: list[Person]) -> None:
    """One more table, at the end of which its host is told of it."""
    async with receiver() as url:
        address = await hooked(notes, people[0], url)
        await _table(notes, server, next(iter(GAMES.values())), people, HOOKED)
        await told(notes, server, people[0], address)


async def lists(notes: Notes, anne: Person) -> None:
    notes.answer("getMe", "anne", await anne.get("/v1/players/me"))
    notes.answer("getPlayer", "anne", await anne.get(f"/v1/players/{anne.id}"))
    for key in GAMES:
        board = await anne.get(f"/v1/games/{key}/leaderboard")
        notes.answer("getLeaderboard", key, board)
        notes.answer("listTables", key, await anne.get("/v1/tables", game=key, status="finished"))
    notes.answer("listTables", "first_page", await anne.get("/v1/tables", limit=1))
