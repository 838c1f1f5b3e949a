"""Only if nothing has changed: `If-Match` with the tag of the actions or of the table."""

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable

FORMS = ["{}", "W/{}", '"x", {}', "{} ,{}", "*"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", ["", "/actions"])
def test_a_tag_that_holds_lets_the_command_through(race: HttpTable, part: str, form: str) -> None:
    asked = race.at_turn()
    tag = asked.get(race.path + part).headers["etag"]
    headers = {"If-Match": form.replace("{}", tag)}
    assert race.send(asked, race.listed(asked), headers=headers).status_code == 200


@pytest.mark.parametrize("part", ["", "/actions"])
def test_a_tag_from_before_stops_it(race: HttpTable, stored: StoreContents, part: str) -> None:
    asked = race.at_turn()
    tag = asked.get(race.path + part).headers["etag"]
    for _ in race.people:
        race.step()
    while race.at_turn() is not asked:
        race.step()
    for query in ({}, {"dry_run": "true"}):
        with stored.unchanged():
            headers = {"If-Match": tag}
            answer = race.send(asked, race.listed(asked), headers=headers, params=query)
        assert_problem(answer, 412, "decision_moved_on")


def test_the_tag_of_another_seat_stops_it(race: HttpTable, stored: StoreContents) -> None:
    asked, waiting = race.at_turn(), race.waiting()
    tag = waiting.get(f"{race.path}/actions").headers["etag"]
    with stored.unchanged():
        answer = race.send(asked, race.listed(asked), headers={"If-Match": tag})
    assert_problem(answer, 412, "decision_moved_on")


def test_what_is_no_ones_decision_does_not_move_it_on(race: HttpTable) -> None:
    """The tag of the actions stays; that of the table does not."""
    asked, waiting = race.at_turn(), race.waiting()
    table = asked.get(race.path).headers["etag"]
    actions = asked.get(f"{race.path}/actions").headers["etag"]
    waiting.delete(f"{race.path}/seats/{race.people.index(waiting)}")
    command = race.listed(asked)
    assert_problem(race.send(asked, command, headers={"If-Match": table}), 412, "decision_moved_on")
    assert race.send(asked, command, headers={"If-Match": actions}).status_code == 200
