"""Queries of the leaderboards: one row per player and game, the best rated first."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import DecodeError, field, json

from application.ports.leaderboard import LeaderboardStore, StoredStanding
from domain.kernel.ids import ID_PATTERN, Moment, PlayerId
from domain.kernel.messages import Value
from projections.cursor import decode_cursor, encode_cursor

POSITION = re.compile(r"\d{16}\|" + ID_PATTERN, re.ASCII)
OFFSET = 1_000  # no rating is below minus this, so the digits sort like the number
PRECISION = 10**9


class Met(Value, frozen=True, array_like=True):
    """How often two players have met at ranked tables of a game since this time."""

    tables: int
    since: Moment


class Standing(Value, frozen=True, kw_only=True):
    """One player at one game; `position` is that of the last table that changed it."""

    game: str
    player: PlayerId
    mean: float
    uncertainty: float
    wins: int
    points: int
    played: int
    last_played: Moment
    position: int
    met: dict[PlayerId, Met] = field(default_factory=dict)  # in the last 30 days

    @property
    def rating(self) -> float:
        """Return a cautious estimate of the skill: three deviations below the mean."""
        return self.mean - 3 * self.uncertainty


class RecordSeen(Value, frozen=True, kw_only=True):
    """The record of a player at one game. Only finished public tables with other people count.

    `rating` is `mean` - 3 x `uncertainty`, a low estimate of the skill (OpenSkill, Plackett-Luce).
    `wins` counts first places, and `points` is the sum of the scores.
    """

    game: str
    """The key of the game."""
    rating: float
    """A low estimate of the skill."""
    mean: float
    """The estimate of the skill."""
    uncertainty: float
    """How uncertain the estimate is."""
    wins: int
    """At how many tables the player was first, alone or not."""
    points: int
    """The sum of the scores at all finished tables that count."""
    played: int
    """Finished tables that count."""
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


class Ranked(NamedTuple):
    rank: int  # equal ratings share a rank
    standing: Standing


class Page(NamedTuple):
    position: int
    ranked: list[Ranked]
    next: str | None


_rows = json.Decoder(Standing)


class Leaderboard:
    def __init__(self, store: LeaderboardStore) -> None:
        self.store = store

    async def page(self, game: str, cursor: str | None, limit: int) -> Page:
        """Return a page of a board; raises ValueError for a bad cursor."""
        after = None if cursor is None else decode_cursor(cursor, POSITION)
        board = await self.store.page(game, after, limit + 1)
        standings = [_rows.decode(row) for row in board.rows[:limit]]
        ranks = _ranks(board.before, board.higher, [m[:16] for m in board.members])
        following = encode_cursor(board.members[limit - 1]) if len(board.rows) > limit else None
        ranked = [Ranked(*pair) for pair in zip(ranks, standings, strict=False)]
        return Page(board.position, ranked, following)

    async def records(
        self, player: PlayerId, games: Iterable[str]
    ) -> tuple[int, tuple[Standing, ...]]:
        """Return how far the boards have come, and the standings of one player."""
        found = await self.store.find([(game, player) for game in games])
        rows = [decode_standing(row) for row in found.rows]
        return found.position, tuple(row for row in rows if row is not None)


def decode_standing(row: bytes | None) -> Standing | None:
    """Decode a saved row; None if another version saved it in another form."""
    try:
        return None if row is None else _rows.decode(row)
    except DecodeError:
        return None


def encode_standing(standing: Standing) -> StoredStanding:
    rank = f"{round((standing.rating + OFFSET) * PRECISION):016d}"
    return StoredStanding(standing.game, standing.player, rank, json.encode(standing))


def _ranks(before: int, higher: int, orders: list[str]) -> list[int]:
    ranks: list[int] = []
    for n, order in enumerate(orders):
        same = n > 0 and order == orders[n - 1]
        ranks.append(ranks[-1] if same else (higher if n == 0 else before + n) + 1)
    return ranks
