"""The shelf: one line per game. Games know the kernel and nothing else, least of all each other."""

from domain.games.gasterospeed.game import GAME as GASTEROSPEED
from domain.games.gumball_rally.game import GAME as GUMBALL_RALLY
from domain.kernel.game import AnyGame

GAMES: dict[str, AnyGame] = {game.key: game for game in (GUMBALL_RALLY, GASTEROSPEED)}
