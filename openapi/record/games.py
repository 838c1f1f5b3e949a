"""Records what the server returns before any table is opened: games, problems, health, metrics."""

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
