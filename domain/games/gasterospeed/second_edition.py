"""The second edition: 3 shells on Cross Ronces unless the host chooses 5, and fewer options."""

from collections.abc import Sequence
from dataclasses import replace

from domain.games.gasterospeed import game
from domain.games.gasterospeed.commands import SecondEditionOptions
from domain.games.gasterospeed.events import GasteroEvent
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated

THIRD_EDITION: AnyGame = game.GAME


def _deal(
    seated: Sequence[Seated], options: SecondEditionOptions, chance: Chance
) -> list[GasteroEvent]:
    return THIRD_EDITION.deal(seated, options, chance)


GAME: AnyGame = replace(THIRD_EDITION, rules_version="2", deal=_deal)
