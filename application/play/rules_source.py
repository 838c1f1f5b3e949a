"""Where the rules of a game come from: the distribution, its version, and their hash."""

from functools import cache

from application.version import VERSION
from domain.games import BUILT_IN, GAMES, INSTALLED
from domain.kernel.data_files import rules_hash
from domain.table.commands import RulesSource

OWN = "ludotheque"  # the distribution of the games that come with the server


@cache
def rules_source(game: str) -> RulesSource | None:
    """Return the source of the rules that new tables of a game get; None for an unknown game."""
    if game not in GAMES:
        return None
    found = rules_hash(GAMES[game].package)
    if game in BUILT_IN:
        return RulesSource(OWN, found, VERSION)
    package = next(each for each in INSTALLED if each.key == game)
    return RulesSource(package.distribution, found, package.version)
