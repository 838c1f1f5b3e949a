"""The second edition: 3 shells on Cross Ronces unless the host chooses 5, and fewer options."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import asdict

from domain.games.gasterospeed.commands import GasteroOptions, SecondEditionOptions
from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.game import GAME as THIRD_EDITION
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated


def _today(options: SecondEditionOptions) -> GasteroOptions:
    return GasteroOptions(**asdict(options))


def _admit(options: SecondEditionOptions, seats: int) -> None:
    THIRD_EDITION.admit(_today(options), seats)


def _deal(
    seated: Sequence[Seated], options: SecondEditionOptions, chance: Chance
) -> list[GasteroEvent]:
    return THIRD_EDITION.deal(seated, _today(options), chance)


GAME: AnyGame = replace(THIRD_EDITION, rules_version="2", admit=_admit, deal=_deal)
