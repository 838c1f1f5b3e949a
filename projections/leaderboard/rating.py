"""Ratings: a pure fold over results in their order."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from msgspec.structs import replace
from openskill.models import PlackettLuce

from domain.kernel.ids import Moment, PlayerId
from projections.leaderboard.query import Met, Standing
from projections.leaderboard.results import Placing, Result

Key: TypeAlias = tuple[str, PlayerId]  # game and player

DAYS = timedelta(days=30)  # in which a pair counts less each time: 1, 1/2, 1/3 …
MOST_MET = 200  # players whom one is remembered to have met
MODEL = PlackettLuce()  # several players, ties, a mean with its uncertainty


def rated(standings: Mapping[Key, Standing], result: Result, position: int) -> dict[Key, Standing]:
    """Return the standings of those who played, after one more result.

    Who resigned early loses against those who did not, and nobody gains by it.
    """
    others = [placing for placing in result.placings if not placing.early]
    changed = _rated(standings, result, others, position) if len(others) > 1 else {}
    for placing in result.placings:
        if placing.early and others:
            key = result.game, placing.player
            changed[key] = _rated(standings, result, [placing, *others], position)[key]
    return changed


def _rated(
    standings: Mapping[Key, Standing], result: Result, placings: Sequence[Placing], position: int
) -> dict[Key, Standing]:
    before = [
        standings.get((result.game, placing.player)) or newcomer(result.game, placing.player)
        for placing in placings
    ]
    teams = [[MODEL.create_rating([each.mean, each.uncertainty])] for each in before]
    ranks = [float(placing.place) for placing in placings]
    after: list[list[Any]] = MODEL.rate(teams, ranks=ranks)
    people, changed = [placing.player for placing in placings], {}
    for standing, placing, [rating] in zip(before, placings, after, strict=True):
        met = _meetings(standing, result.at)
        others = [each for each in people if each != standing.player]
        weight = sum(1 / (1 + _times(met, each)) for each in others) / len(others)
        changed[standing.game, standing.player] = replace(
            _counted(standing, placing),
            mean=standing.mean + weight * (rating.mu - standing.mean),
            uncertainty=standing.uncertainty + weight * (rating.sigma - standing.uncertainty),
            last_played=result.at,
            position=position,
            met=_met_again(met, others, result.at),
        )
    return changed


def _meetings(standing: Standing, at: Moment) -> dict[PlayerId, Met]:
    """Return whom a player has met in the last days."""
    now = datetime.fromisoformat(at)
    return {
        player: met
        for player, met in standing.met.items()
        if now - datetime.fromisoformat(met.since) < DAYS
    }


def _times(met: Mapping[PlayerId, Met], player: PlayerId) -> int:
    return met[player].tables if player in met else 0


def _met_again(
    met: Mapping[PlayerId, Met], players: Sequence[PlayerId], at: Moment
) -> dict[PlayerId, Met]:
    """Count one more table with these players; the last ones are remembered."""
    again = {
        each: Met(_times(met, each) + 1, met[each].since if each in met else at) for each in players
    }
    kept = {each: one for each, one in met.items() if each not in again}
    return dict([*kept.items(), *again.items()][-MOST_MET:])


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
