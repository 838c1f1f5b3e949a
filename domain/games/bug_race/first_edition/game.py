"""The first edition, assembled: the second one with the finish tested after the whole hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from domain.games.bug_race import deal
from domain.games.bug_race.commands import BugRaceOptions
from domain.games.bug_race.components import Deck
from domain.games.bug_race.events import BugRaceEvent, RaceSetUp
from domain.games.bug_race.game import GAME as SECOND_EDITION
from domain.games.bug_race.state import MustMove
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated
from domain.kernel.messages import Value


class FirstEditionOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host could choose when opening the table."""

    expert: bool = False
    strict_must: Annotated[bool, Meta(description="BR-37: every shown leg that can, steps.")] = (
        False
    )
    auto_body_end: bool = True
    play_for_places: bool = False
    deck: Deck = "standard"

    def in_second_edition(self) -> BugRaceOptions:
        """Return the options of the second edition that mean the same."""
        return BugRaceOptions(
            expert=self.expert,
            finish_check="hand",
            must_move=_must_move(self.strict_must),
            auto_body_end=self.auto_body_end,
            play_for_places=self.play_for_places,
            deck=self.deck,
        )


def _must_move(strict: bool) -> MustMove:
    return "all" if strict else "none"


def _admit(options: FirstEditionOptions, seats: int) -> None:
    deal.admit(options.in_second_edition(), seats)


def _deal(
    seated: Sequence[Seated], options: FirstEditionOptions, chance: Chance
) -> list[BugRaceEvent]:
    return deal.deal(seated, options.in_second_edition(), chance)


def _bugs_lined_up(fields: Any) -> tuple[str, Any]:
    """`settings.strict_must` became `must_move`; a turn was the whole hand."""
    settings = dict(fields["settings"])
    strict = settings.pop("strict_must")
    settings |= {"must_move": _must_move(strict), "cards_per_turn": settings["draw"]}
    return RaceSetUp.type, {**fields, "settings": settings}


_SECOND_EDITION: AnyGame = SECOND_EDITION
GAME: AnyGame = replace(
    _SECOND_EDITION,
    rules_version="1",
    admit=_admit,
    deal=_deal,
    upcasters={"bug_race.bugs_lined_up": _bugs_lined_up},
)
