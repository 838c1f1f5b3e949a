"""The record of a player at one game, for leaderboards and profiles."""

from domain.kernel.ids import Moment
from domain.kernel.messages import Value
from projections.leaderboard.query import Standing


class RecordSeen(Value, frozen=True, kw_only=True):
    """The record of a player at one game. Only finished tables with other people count.

    `rating` is `mean` - 3 x `uncertainty`, a low estimate of the skill (OpenSkill, Plackett-Luce).
    `wins` counts first places, and `points` is the sum of the scores.
    """

    game: str
    rating: float
    mean: float
    uncertainty: float
    wins: int
    points: int
    played: int
    last_played: Moment


def record_seen(standing: Standing) -> RecordSeen:
    return RecordSeen(
        game=standing.game,
        rating=standing.rating,
        mean=standing.mean,
        uncertainty=standing.uncertainty,
        wins=standing.wins,
        points=standing.points,
        played=standing.played,
        last_played=standing.last_played,
    )
