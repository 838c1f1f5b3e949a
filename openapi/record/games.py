"""Records what the server returns before any table is opened: games, problems, health, metrics."""

from functools import partial

from api.operations import HANDLERS, OPERATIONS
from domain.games import GAMES
from openapi.record.players import Player
from openapi.record.transcript import Transcript


async def record_games(transcript: Transcript, anonymous: Player) -> None:
    record = partial(anonymous.record, transcript)
    await record("listGames", "all_games")
    for key in GAMES:
        for operation in ("getGame", "getRules", "getComponents"):
            await record(operation, key, game=key)
    await record("explainProblem", "not_your_turn", code="not_your_turn")
    await record("isAlive", "alive")
    await record("isReady", "ready")
    transcript.text("getMetrics", "metrics", await anonymous.ask("getMetrics"), "# HELP ludotheque")


async def record_plain_reads(transcript: Transcript, anonymous: Player) -> None:
    """Record the reads without token and parameters that no other function records."""
    for handler in HANDLERS:
        [path], name = handler.paths, str(handler.operation_id)
        is_plain = handler.http_methods == {"GET"} and "{" not in path
        if is_plain and OPERATIONS[name].seen.bearer is False and name not in transcript.operations:
            await anonymous.record(transcript, name, "example")
