"""The indexes of the list of tables: which of them a row stands in."""

from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId


def is_public(row: Row) -> bool:
    return not row.private


def index(game: str | None = None, status: str | None = None, player: str | None = None) -> str:
    """Return the narrowest index that holds every row of this kind."""
    if player is not None:
        return f"player:{player}"
    named = (("game", game), ("status", status))
    return "+".join(f"{name}:{value}" for name, value in named if value is not None) or "all"


def indexes(row: Row) -> tuple[str, ...]:
    """Return the indexes of a row; a private table is found only by its players and its host."""
    withheld = map(withheld_by, row.withheld)
    hosts = () if is_public(row) else (row.host,)
    people = tuple(index(player=player) for player in dict.fromkeys((*row.players, *hosts)))
    own = (*people, *_playing(row, hosts), *withheld)
    if not is_public(row):
        return own
    kinds = ((None, None), (None, row.status), (row.game, None), (row.game, row.status))
    seating = [with_players(game, len(row.players)) for game in (None, row.game)]
    return (*(index(*kind) for kind in kinds), *(seating if row.status == "open" else ()), *own)


def _playing(row: Row, hosts: tuple[PlayerId, ...]) -> tuple[str, ...]:
    """Return the indexes of the people who still play here; bots ask for no list."""
    if row.status not in ("open", "running"):
        return ()
    people = (player for seat, player in enumerate(row.players) if seat not in row.bots)
    return tuple(playing(player) for player in dict.fromkeys((*people, *hosts)))


def playing(player: PlayerId) -> str:
    """Return the index of the tables of a player that are not closed."""
    return f"playing:{player}"


def with_players(game: str | None, players: int) -> str:
    """Return the index of the public open tables with so many taken seats."""
    return f"{index(game, 'open')}+players:{players}"


def withheld_by(player: PlayerId) -> str:
    """Return the index of the tables at which a player did not reveal the sealed luck."""
    return f"withheld:{player}"
