"""What the server adds to the tables that it opens: the source of their rules, and its keys."""

from functools import cache

from msgspec.structs import replace

from application.public_log import PublicLog
from application.version import VERSION
from domain.games import BUILT_IN, GAMES, INSTALLED
from domain.kernel.data_files import rules_hash
from domain.table.commands import LogKeys, OpenTable, RulesSource

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


class Openings:
    """Completes the commands that open tables; a sandbox is not in the public log."""

    def __init__(self, public_log: PublicLog) -> None:
        self._public_log = public_log
        self.rules_source = rules_source

    async def complete(self, command: OpenTable) -> OpenTable:
        """Return the command with the keys of the public log and the source of the rules."""
        log = None if command.sandbox else LogKeys(*await self._public_log.verifiers())
        return replace(command, log=log, rules=self.rules_source(command.game))
