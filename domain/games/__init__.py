"""The shelf: one line per game. Games know the kernel and nothing else, least of all each other."""

from domain.games.asterix.game import GAME as ASTERIX
from domain.games.bug_race.game import GAME as BUG_RACE
from domain.games.galopp_royal.game import GAME as GALOPP_ROYAL
from domain.games.gumball_rally.game import GAME as GUMBALL_RALLY
from domain.kernel.game import AnyGame

GAMES: dict[str, AnyGame] = {
    game.key: game
    for game in (
        GUMBALL_RALLY,
        GALOPP_ROYAL,
        ASTERIX,
        BUG_RACE,
    )
}
