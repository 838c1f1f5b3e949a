"""Records what the server returns before any table is opened: games, problems, health, metrics."""

from functools import partial

from api.operations import HANDLERS, OPERATIONS
from domain.games import GAMES
from openapi.record.players import Player
from openapi.record.transcript import Transcript

CHECKPOINT = """games.example/log
2
mGmoP/7TFpqKNk3Ro9ZlOCrjpTQhzOLQlNdrc0CsMJk=

— games.example/log q1Wd0Q7Zl1cN8H6l0xk8xw4v0s5E2yqTqD3b7C9x1aM=
"""
LOG = {  # the recorded server has no worker that writes the log
    "getCheckpoint": CHECKPOINT,
    "listCosigned": f"{CHECKPOINT}\n",
    "getTile": "The 32 bytes of each hash, one after the other.",
}


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
    transcript.whole("getLogKeys", "keys", await anonymous.ask("getLogKeys"))
    transcript.text("getVerifier", "first_line", await anonymous.ask("getVerifier"), '"""')
    for operation, text in LOG.items():
        transcript.written(operation, "example", text)


async def record_plain_reads(transcript: Transcript, anonymous: Player) -> None:
    """Record the reads without token and parameters that no other function records."""
    for handler in HANDLERS:
        [path], name = handler.paths, str(handler.operation_id)
        is_plain = handler.http_methods == {"GET"} and "{" not in path
        known = OPERATIONS[name]
        is_plain = is_plain and known.answers[0].media_type == "application/json"
        if is_plain and known.seen.bearer is False and name not in transcript.operations:
            await anonymous.record(transcript, name, "example")
