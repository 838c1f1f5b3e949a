"""How a player does at a game, as leaderboards and profiles show it."""

from domain.kernel.ids import Moment
from domain.kernel.messages import Value
from projections.leaderboard.query import Standing


class RecordSeen(Value, frozen=True, kw_only=True):
    """How somebody does at one game; people only, finished tables only.

    `rating` = `mean` - 3 x `uncertainty`: what the player is worth almost certainly (OpenSkill,
    Plackett-Luce). `wins` = first places at the table, `points` = the sum of the scores.
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
