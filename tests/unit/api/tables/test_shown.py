"""Views are kept for those who see the same, until the table or a name changes."""

from msgspec.structs import replace

from api.tables.shown import KeptViews, ShownTable
from domain.kernel.ids import PlayerId
from domain.table.state import Running
from projections.seat_view.view import TableAtVersion
from tests.support.histories.recorded_rally import RALLY, players, stages

STATE = next(state for state in stages() if isinstance(state, Running) and state.decision)
TABLE = TableAtVersion(RALLY.table, STATE, 9, bytes(32), RALLY.seed)
NAMES = dict.fromkeys(players(STATE), "Anne")
FIRST, SECOND = players(STATE)[:2]


def show(views: KeptViews, player: PlayerId | None, table: TableAtVersion = TABLE) -> ShownTable:
    seat = players(STATE).index(player) if player in players(STATE) else None
    return views.show(table, player, seat, NAMES, "/")


def test_callers_who_see_the_same_get_the_same_bytes() -> None:
    views = KeptViews()
    assert show(views, "a spectator") is show(views, None)
    assert show(views, FIRST) is show(views, FIRST)
    assert len({show(views, each).answer.body for each in (FIRST, SECOND, None)}) == 3


def test_another_base_of_links_or_name_gets_another_view() -> None:
    views = KeptViews()
    usual = show(views, None)
    assert views.show(TABLE, None, None, NAMES, "/ludo/") is not usual
    renamed = views.show(TABLE, None, None, {**NAMES, FIRST: None}, "/")
    assert renamed.tag != usual.tag
    assert renamed.to(f'"{usual.tag}"').status == 200
    assert usual.to(f'W/"{usual.tag}"').status == 304


def test_views_of_another_head_are_dropped_even_at_the_same_version() -> None:
    views = KeptViews()
    before = show(views, None)
    held = views.bytes
    assert show(views, None, replace(TABLE, head=b"\1" * 32)) is not before
    assert views.bytes == held


def test_the_tables_that_were_not_used_for_longest_are_dropped() -> None:
    one = KeptViews()
    show(one, None)
    views = KeptViews(2 * one.bytes)
    tables = [replace(TABLE, table=name) for name in ("a", "b", "c")]
    first, second = (show(views, None, table) for table in tables[:2])
    assert show(views, None, tables[0]) is first
    show(views, None, tables[2])
    assert show(views, None, tables[0]) is first
    assert show(views, None, tables[1]) is not second
    assert views.bytes <= 2 * one.bytes
