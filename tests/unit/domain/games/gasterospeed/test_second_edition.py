"""Tables of the second edition go on as they began; the corpus has whole ones."""

from typing import Any

import pytest
from msgspec import json

from domain.games import OLDER, edition
from domain.games.gasterospeed.championship_events import ChampionshipOpened
from domain.games.gasterospeed.commands import SecondEditionOptions
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.second_edition import GAME as SECOND_EDITION
from domain.kernel.game import AnyGame, Seated
from domain.kernel.messages import Event
from ludotheque.testing.luck import Seeded


def dealt(game: AnyGame, options: Any) -> list[Event]:
    game.admit(options, 4)
    return game.deal([Seated(seat) for seat in range(4)], options, Seeded(1))


def opened(game: AnyGame) -> ChampionshipOpened:
    events = dealt(game, json.decode(b"{}", type=game.options))
    return next(event for event in events if isinstance(event, ChampionshipOpened))


@pytest.mark.rule("GS-110")
def test_without_a_choice_cross_ronces_has_five_shells_now_and_had_three() -> None:
    assert opened(GAME).settings.cross_ronces_shells == 5
    assert opened(SECOND_EDITION).settings.cross_ronces_shells == 3


@pytest.mark.rule("GS-52")
def test_its_settings_do_not_mention_what_it_did_not_know() -> None:
    assert b"optional_slipstream" not in json.encode(opened(SECOND_EDITION))


def test_todays_rules_deal_the_same_to_its_tables_as_an_audit_compares() -> None:
    chosen = SecondEditionOptions(circuits=("cross_ronces",), operation_ninjagot=True)
    assert dealt(GAME, chosen) == dealt(SECOND_EDITION, chosen)


def test_it_is_kept_for_the_tables_that_were_opened_under_it() -> None:
    assert SECOND_EDITION in OLDER
    assert edition("gasterospeed", "2") is SECOND_EDITION
    assert edition("gasterospeed", "3") is GAME
