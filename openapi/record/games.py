"""What the server says before anybody plays."""

from domain.games import GAMES
from openapi.record.players import Person
from openapi.record.transcript import Notes


async def shelf(notes: Notes, anyone: Person) -> None:
    notes.answer("listGames", "shelf", await anyone.get("/v1/games"))
    for key in GAMES:
        game = f"/v1/games/{key}"
        notes.answer("getGame", key, await anyone.get(game))
        notes.answer("getRules", key, await anyone.get(f"{game}/rules"))
        notes.answer("getComponents", key, await anyone.get(f"{game}/components"))
    notes.answer("explainProblem", "not_your_turn", await anyone.get("/problems/not_your_turn"))
    notes.answer("isAlive", "alive", await anyone.get("/health/live"))
    notes.answer("isReady", "ready", await anyone.get("/health/ready"))
    notes.text("getMetrics", "what_is_counted", await anyone.get("/metrics"), "# HELP ludotheque")
