"""The catalogue: the games in these folders, then those of installed packages.

A game imports the kernel, and no other game.
"""

from typing import Literal

from domain.games.asterix.game import GAME as ASTERIX
from domain.games.bug_race.first_edition.game import GAME as BUG_RACE_FIRST_EDITION
from domain.games.bug_race.game import GAME as BUG_RACE
from domain.games.galopp_royal.game import GAME as GALOPP_ROYAL
from domain.games.gasterospeed.game import GAME as GASTEROSPEED
from domain.games.gumball_rally.game import GAME as GUMBALL_RALLY
from domain.games.installed import installed
from domain.kernel.game import AnyGame
from domain.kernel.refusals import EditionUnknown, GameNotInstalled, Rejected

UNKNOWN_RULES: Literal["unknown_rules"] = "unknown_rules"  # the code of a rejection and a check

BUILT_IN: dict[str, AnyGame] = {
    game.key: game for game in (GUMBALL_RALLY, GALOPP_ROYAL, ASTERIX, BUG_RACE, GASTEROSPEED)
}

# Packages are read once: a game that is installed later is on the shelf after a restart.
INSTALLED, NOT_LOADED = installed(BUILT_IN)
GAMES: dict[str, AnyGame] = BUILT_IN | {each.key: each.editions[0] for each in INSTALLED}

# Editions that no new table is opened under, kept because older tables are judged by them: their
# `decide` must not change. The editions of a game share its events and commands.
OLDER: tuple[AnyGame, ...] = (
    BUG_RACE_FIRST_EDITION,
    *(older for each in INSTALLED for older in each.editions[1:]),
)


class _Editions(dict[tuple[str, str], AnyGame]):
    """The editions of the rules; a table never changes the one that it was opened under."""

    def __missing__(self, wanted: tuple[str, str]) -> AnyGame:
        """Reject a game or an edition that is not here."""
        known = tuple(version for game, version in self if game == wanted[0])
        raise Rejected(EditionUnknown(*wanted, known) if known else GameNotInstalled(wanted[0]))


EDITIONS = _Editions(
    {(game.key, game.rules_version): game for game in (*OLDER, *GAMES.values())}
)  # by game and version of the rules
