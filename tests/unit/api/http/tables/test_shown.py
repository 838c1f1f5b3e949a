"""A table is encoded once for all who see the same, until it or a name changes."""

from typing import Any

from api.http.tables import Shown, show_latest
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.state import Running
from projections.seat_view.kept_views import KeptViews
from tests.support.histories.recorded_rally import RALLY, players, stages

STATE = next(state for state in stages() if isinstance(state, Running) and state.decision)
LIVE = LiveTable(RALLY.table, RALLY.seed)
LIVE.advance(9, bytes(32), 0, STATE)
NAMES = dict.fromkeys(players(STATE), "Anne")
FIRST, SECOND = players(STATE)[:2]


def show(views: KeptViews, player: PlayerId | None, names: Any = None, page: str = "/") -> Shown:
    return show_latest(views, LIVE, player, None, names or NAMES, page)


def test_callers_who_see_the_same_get_the_same_bytes() -> None:
    views = KeptViews()
    assert show(views, "a spectator") is show(views, None)
    assert show(views, FIRST) is show(views, FIRST)
    assert len({show(views, each).answer.body for each in (FIRST, SECOND, None)}) == 3


def test_another_base_of_links_or_name_gets_another_view() -> None:
    views = KeptViews()
    usual = show(views, None)
    assert show(views, None, page="/ludo/") is not usual
    renamed = show(views, None, {**NAMES, FIRST: None})
    assert renamed.tag != usual.tag
    assert renamed.to(f'"{usual.tag}"').status == 200
    assert usual.to(f'W/"{usual.tag}"').status == 304
