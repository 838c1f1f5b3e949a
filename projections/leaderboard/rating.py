"""Ratings: a pure fold over results in their order."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace
from openskill.models import PlackettLuce

from domain.kernel.ids import PlayerId
from projections.leaderboard.query import Standing
from projections.leaderboard.results import Placing, Result

Key: TypeAlias = tuple[str, PlayerId]  # game and player

MODEL = PlackettLuce()  # several players, ties, a mean with its uncertainty


def rated(standings: Mapping[Key, Standing], result: Result, position: int) -> dict[Key, Standing]:
    """Return the standings of those who played, after one more result."""
    before = [
        standings.get((result.game, placing.player)) or newcomer(result.game, placing.player)
        for placing in result.placings
    ]
    teams = [[MODEL.create_rating([each.mean, each.uncertainty])] for each in before]
    ranks = [float(placing.place) for placing in result.placings]
    after: list[list[Any]] = MODEL.rate(teams, ranks=ranks)
    changed = (
        replace(
            _counted(standing, placing),
            mean=rating.mu,
            uncertainty=rating.sigma,
            last_played=result.at,
            position=position,
        )
        for standing, placing, [rating] in zip(before, result.placings, after, strict=True)
    )
    return {(standing.game, standing.player): standing for standing in changed}


def newcomer(game: str, player: PlayerId) -> Standing:
    return Standing(
        game=game,
        player=player,
        mean=MODEL.mu,
        uncertainty=MODEL.sigma,
        wins=0,
        points=0,
        played=0,
        last_played="",
        position=0,
    )


def _counted(standing: Standing, placing: Placing) -> Standing:
    return replace(
        standing,
        wins=standing.wins + (placing.place == 1),
        points=standing.points + placing.points,
        played=standing.played + 1,
    )
