"""Records what the server returns before any table is opened: games, problems, health, metrics."""

from api.operations import HANDLERS, OPERATIONS
from domain.games import GAMES
from openapi.record.players import Player
from openapi.record.transcript import Transcript


async def record_games(transcript: Transcript, anonymous: Player) -> None:
    transcript.answer("listGames", "all_games", await anonymous.get("/v1/games"))
    for key in GAMES:
        game = f"/v1/games/{key}"
        transcript.answer("getGame", key, await anonymous.get(game))
        transcript.answer("getRules", key, await anonymous.get(f"{game}/rules"))
        transcript.answer("getComponents", key, await anonymous.get(f"{game}/components"))
    transcript.answer(
        "explainProblem", "not_your_turn", await anonymous.get("/problems/not_your_turn")
    )
    transcript.answer("isAlive", "alive", await anonymous.get("/health/live"))
    transcript.answer("isReady", "ready", await anonymous.get("/health/ready"))
    transcript.text("getMetrics", "metrics", await anonymous.get("/metrics"), "# HELP ludotheque")


async def record_plain_reads(transcript: Transcript, anonymous: Player) -> None:
    """Record the reads without token and parameters that no other function records."""
    for handler in HANDLERS:
        [path], name = handler.paths, str(handler.operation_id)
        is_plain = handler.http_methods == {"GET"} and "{" not in path
        if is_plain and OPERATIONS[name].bearer is False and name not in transcript.operations:
            transcript.answer(name, "example", await anonymous.get(path))
