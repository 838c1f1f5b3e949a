"""Notices as streams show them: to the lobby, and to the people they concern."""

from msgspec import json
from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.judging.rows.notices import Notes, Notice, fold_notices
from projections.notices.notice import LOBBY
from projections.notices.render import rendered
from tests.support.players.people import ANNE, BOB
from tests.support.tables.rally_table import started

AT = "2026-01-01T12:00:00.000Z"
ROW, _ = fold_notices(None, [RecordedEvent(n, AT, None, e) for n, e in enumerate(started(), 1)])
TOLD = (
    Notice("started", 4, (ANNE, BOB)),
    Notice("your_turn", 5, (BOB,), 60_000),
    Notice("closed", 6, (ANNE,)),
)
NOTES = Notes(2, 0, "gumball_rally", True, TOLD)


def test_a_notice_goes_to_the_lobby_and_to_its_people() -> None:
    found = [(each.subjects, json.decode(each.body)) for each in rendered(ROW.id, NOTES, ROW)]
    assert [(subjects, body["type"]) for subjects, body in found] == [
        ((LOBBY,), "started"),
        ((ANNE, BOB), "started"),
        ((BOB,), "your_turn"),
        ((LOBBY,), "closed"),
        ((ANNE,), "finished"),
    ]
    assert found[2][1]["deadline"] == "1970-01-01T00:01:00.000Z"
    assert found[2][1]["version"] == 5


def test_a_private_table_is_for_its_people_only() -> None:
    private = replace(NOTES, public=False)
    assert all(LOBBY not in each.subjects for each in rendered(ROW.id, private, ROW))
