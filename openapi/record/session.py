"""One recording from beginning to end."""

from collections.abc import Iterable
from functools import partial

import uvloop

from domain.games import GAMES
from domain.kernel.game import AnyGame
from openapi.record.administration import record_administration
from openapi.record.coverage import Coverage
from openapi.record.endings import record_clocks, record_endings
from openapi.record.games import record_games, record_plain_reads
from openapi.record.lobby import record_feed, record_lobby
from openapi.record.options import tables_of
from openapi.record.players import Player, record_account, register_players
from openapi.record.sandbox import record_sandbox
from openapi.record.server import Server, recorded_server
from openapi.record.table import RecordedTable
from openapi.record.transcript import Transcript
from openapi.record.webhooks import receiver, record_delivery, record_webhook

BOTS = ("random", "greedy")
LATE, NOTIFIED = 1000, 1001  # numbers of the table left to its clock and of the webhook's


def recorded() -> bytes:
    """Return the recorded examples, the content of api/openapi/examples.json."""
    return uvloop.run(_record())


async def _record() -> bytes:
    transcript = Transcript()
    async with recorded_server() as server:
        await _record_all(transcript, server)
    return transcript.encode()


def search(game: str) -> list[int]:
    """Return the numbers of the tables of a game that together show all of its schemas."""
    return uvloop.run(_search(GAMES[game]))


async def _search(game: AnyGame) -> list[int]:
    transcript = Transcript()
    async with recorded_server() as server:
        players = await register_players(transcript, server.http)
        return await _play_tables(transcript, server, game, players, range(LATE))


async def _record_all(transcript: Transcript, server: Server) -> None:
    await record_games(transcript, Player(server.http))
    players = await register_players(transcript, server.http)
    for game in GAMES.values():
        await _play_tables(transcript, server, game, players, tables_of(game.key))
    await _record_bots(transcript, players[0])
    await record_sandbox(transcript, *players[:3])
    await _record_missed_deadlines(transcript, server, players)
    await record_endings(transcript, server, players)
    await record_clocks(transcript, server, players)
    await _record_webhook(transcript, server, players)
    await record_lobby(transcript, server, players)
    await _record_lists(transcript, players[0])
    await record_feed(transcript, players[0])
    await record_account(transcript, server.http)
    await record_administration(transcript, server)
    await record_plain_reads(transcript, Player(server.http))


async def _play_tables(
    transcript: Transcript,
    server: Server,
    game: AnyGame,
    players: list[Player],
    numbers: Iterable[int],
) -> list[int]:
    """Play these tables until all schemas have an example; return those that added something.

    Each follows the last table with a new reward. A table that adds nothing has no effect on the
    others, so it can be left out of later recordings.
    """
    found: list[int] = []
    won: set[str] = set()
    before: str | None = None
    for number in numbers:
        known = len(transcript.schemas)
        table = await _play_table(transcript, server, game, players, number, before)
        rewards = await server.rewards(table, game) - won
        if rewards or len(transcript.schemas) > known:
            found.append(number)
        if rewards:
            won, before = won | rewards, table
        if Coverage(transcript, game).is_complete():
            break
    return found


async def _record_bots(transcript: Transcript, host: Player) -> None:
    """Record bots that take seats, at a table of the first game."""
    game = next(iter(GAMES.values()))
    table = (await host.ask("openTable", {"game": game.key, "sit": True})).json()["id"]
    for kind in BOTS:
        await host.record(transcript, "takeSeat", f"{kind}_bot", {"bot": kind}, table=table)


async def _record_missed_deadlines(
    transcript: Transcript, server: Server, players: list[Player]
) -> None:
    """Record the events of a table whose players miss their deadlines."""
    with server.in_the_past():
        table = RecordedTable(transcript, next(iter(GAMES.values())), players, LATE, None)
        await table.open_and_start(server)
        await table.miss_deadlines(server)


async def _play_table(
    transcript: Transcript,
    server: Server,
    game: AnyGame,
    players: list[Player],
    number: int,
    follows: str | None = None,
) -> str:
    """Play a table to its end and return its id."""
    table = RecordedTable(transcript, game, players, number, follows)
    await table.open_and_start(server)
    if number == 0:
        await table.leave_and_return()
    await table.play(server)
    await server.workers.project()
    if number == 0:
        await table.audit(server)
        await table.fork()
    return table.id


async def _record_webhook(transcript: Transcript, server: Server, players: list[Player]) -> None:
    """Record a webhook, and its delivery after one more table has finished."""
    async with receiver() as url:
        webhook = await record_webhook(transcript, players[0], url)
        await _play_table(transcript, server, next(iter(GAMES.values())), players, NOTIFIED)
        await record_delivery(transcript, server, players[0], webhook)


async def _record_lists(transcript: Transcript, anne: Player) -> None:
    record = partial(anne.record, transcript)
    await record("getMe", "anne")
    await record("getPlayer", "anne", player=anne.id)
    for key in GAMES:
        await record("getLeaderboard", key, game=key)
        await record("listTables", key, game=key, status="finished")
    await record("listTables", "first_page", limit=1)
