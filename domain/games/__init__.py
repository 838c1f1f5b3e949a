"""The catalogue: one line per game. A game imports the kernel, and no other game."""

from domain.games.asterix.game import GAME as ASTERIX
from domain.games.bug_race.first_edition.game import GAME as BUG_RACE_FIRST_EDITION
from domain.games.bug_race.game import GAME as BUG_RACE
from domain.games.galopp_royal.game import GAME as GALOPP_ROYAL
from domain.games.gasterospeed.game import GAME as GASTEROSPEED
from domain.games.gumball_rally.game import GAME as GUMBALL_RALLY
from domain.kernel.game import AnyGame
from domain.kernel.rejection import Rejected

GAMES: dict[str, AnyGame] = {
    game.key: game
    for game in (
        GUMBALL_RALLY,
        GALOPP_ROYAL,
        ASTERIX,
        BUG_RACE,
        GASTEROSPEED,
    )
}

# Editions that no new table is opened under, kept because older tables are judged by them: their
# `decide` must not change. The editions of a game share its events and commands.
OLDER: tuple[AnyGame, ...] = (BUG_RACE_FIRST_EDITION,)

EDITIONS: dict[tuple[str, str], AnyGame] = {
    (game.key, game.rules_version): game for game in (*OLDER, *GAMES.values())
}


def edition(key: str, rules_version: str) -> AnyGame:
    """Return the edition of the rules that a table was opened under; a table never changes it."""
    found = EDITIONS.get((key, rules_version))
    if found is None:
        known = ", ".join(version for game, version in EDITIONS if game == key)
        raise Rejected(
            "unknown_rules",
            f"Version {rules_version!r} of the rules of {key!r} is not known here"
            + (f" (only {known})." if known else "."),
        )
    return found
