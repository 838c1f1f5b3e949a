"""The first edition, assembled: the second one with the finish tested after the whole hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from domain.games.bug_race.commands import FinishCheck
from domain.games.bug_race.components import Deck
from domain.games.bug_race.events import BugRaceEvent, RaceSetUp
from domain.games.bug_race.game import GAME as SECOND_EDITION
from domain.games.bug_race.state import MustMove
from domain.kernel.game import AnyGame, Chance, Seated
from domain.kernel.messages import Value, about


class FirstEditionOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host could choose when opening the table.

    An audit deals to these tables by today's rules, too: `finish_check` and `must_move` say in
    their terms what the first edition did.
    """

    finish_check: ClassVar[FinishCheck] = "hand"
    expert: bool = False
    strict_must: Annotated[bool, about("BR-37: every shown leg that can, steps.")] = False
    auto_body_end: bool = True
    play_for_places: bool = False
    deck: Deck = "standard"

    @property
    def must_move(self) -> MustMove:
        return _must_move(self.strict_must)


_SECOND_EDITION: AnyGame = SECOND_EDITION


def _must_move(strict: bool) -> MustMove:
    return "all" if strict else "none"


def _deal(
    seated: Sequence[Seated], options: FirstEditionOptions, chance: Chance
) -> list[BugRaceEvent]:
    return _SECOND_EDITION.deal(seated, options, chance)


def _bugs_lined_up(fields: Any) -> tuple[str, Any]:
    """`settings.strict_must` became `must_move`; a turn was the whole hand."""
    settings = dict(fields["settings"])
    strict = settings.pop("strict_must")
    settings |= {"must_move": _must_move(strict), "cards_per_turn": settings["draw"]}
    return RaceSetUp.type, {**fields, "settings": settings}


GAME: AnyGame = replace(
    _SECOND_EDITION,
    rules_version="1",
    deal=_deal,
    upcasters={"bug_race.bugs_lined_up": _bugs_lined_up},
)
