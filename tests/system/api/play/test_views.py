"""Past views over a range, in one answer."""

import json
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table


def lines(answer: httpx.Response) -> list[Any]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def views(caller: Caller, table: HttpTable, **query: Any) -> list[Any]:
    *found, last = lines(caller.get(f"{table.path}/views", params=query))
    assert last == {"next": None}
    return found


def test_each_view_is_what_the_caller_saw_at_its_version(
    finished: HttpTable, anyone: Caller
) -> None:
    last = finished.seen()["version"]
    found = views(anyone, finished, **{"from": max(1, last - 40), "seat": 1})
    assert [each["version"] for each in found] == list(range(max(1, last - 40), last + 1))
    for each in found[::7]:
        query = {"at": each["version"], "seat": 1}
        seen = anyone.get(finished.path, params=query).json()
        for name in ("status", "decision", "view"):
            assert each[name] == seen[name]


def test_only_decisions_are_shown_if_that_is_asked_for(finished: HttpTable, anyone: Caller) -> None:
    all_of_them = views(anyone, finished, seat=0, **{"from": 1, "to": 256})
    decisions = views(anyone, finished, seat=0, every="decision", **{"from": 1, "to": 256})
    assert 5 < len(decisions) < len(all_of_them)
    assert decisions == [
        each for each in all_of_them if each["decision"] or each["status"] == "finished"
    ]


def test_a_running_table_shows_own_views_only(race: HttpTable, anyone: Caller) -> None:
    for _ in range(3):
        race.step()
    hands = [each["view"] and each["view"]["hand"] for each in views(race.people[1], race)]
    assert hands[-1]
    assert not any(each["view"] and each["view"]["hand"] for each in views(anyone, race))
    path = f"{race.path}/views"
    assert_problem(race.people[1].get(path, params={"seat": 0}), 403, "not_finished")
    assert_problem(race.people[1].get(path, params={"seat": 7}), 404, "no_such_seat")


@pytest.mark.parametrize(
    ("query", "status", "code", "field"),
    [
        ({"from": 10_000}, 404, "no_such_version", "from"),
        ({"from": 3, "to": 2}, 409, "bad_value", "to"),
        ({"from": 0}, 400, "malformed", "from"),
        ({"every": "turn"}, 400, "malformed", "every"),
    ],
)
def test_a_range_that_is_none_is_rejected(
    finished: HttpTable, anyone: Caller, query: dict[str, Any], status: int, code: str, field: str
) -> None:
    refused = anyone.get(f"{finished.path}/views", params=query)
    assert_problem(refused, status, code)
    assert refused.json()["field"] == field


def test_a_long_range_is_continued_from_the_last_line(http: httpx.Client, anyone: Caller) -> None:
    table = start_table(http, 8)
    while table.version < 300 and table.perform(table.known.play()):
        pass
    last, path = table.version, table.path
    first_page = lines(anyone.get(f"{path}/views"))
    assert len(first_page) == 257
    assert first_page[-1] == {"next": 257}
    rest = views(anyone, table, **{"from": 257})
    assert [each["version"] for each in rest] == list(range(257, last + 1))


def test_past_views_are_cached_and_compressed(finished: HttpTable, anyone: Caller) -> None:
    path = f"{finished.path}/views?seat=0"
    for encoding in ("gzip", "zstd"):
        answer = anyone.get(path, headers={"Accept-Encoding": encoding})
        assert answer.headers["content-encoding"] == encoding
        assert "Accept-Encoding" in answer.headers["vary"]
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = anyone.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    again = anyone.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = anyone.get(f"{finished.path}/views?seat=1")
    assert other.headers["etag"] != plain.headers["etag"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games",
        "/v1/games/gasterospeed",
        "/v1/games/gasterospeed/rules",
        "/v1/games/gasterospeed/components",
        "/schema/openapi.json",
        "/openapi.json",
        "/schema/static/swagger-ui-bundle.js",
        "/docs/static/site.css",
        "/docs/verify.py",
        "/docs/search.json",
        "/docs",
        "/docs/writing-a-client",
    ],
)
def test_constant_answers_have_a_tag_and_are_compressed(anyone: Caller, path: str) -> None:
    plain = anyone.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.headers["cache-control"] == "public, no-cache"
    for encoding in ("gzip", "zstd"):
        packed = anyone.get(path, headers={"Accept-Encoding": encoding})
        assert packed.headers["content-encoding"] == encoding
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    again = anyone.get(path, headers={"If-None-Match": f"W/{plain.headers['etag']}"})
    assert (again.status_code, again.content) == (304, b"")


def test_a_history_is_compressed_and_has_a_tag(finished: HttpTable, anyone: Caller) -> None:
    path = f"{finished.path}/history"
    plain = anyone.get(path, headers={"Accept-Encoding": "identity"})
    for encoding in ("gzip", "zstd"):
        packed = anyone.get(path, headers={"Accept-Encoding": encoding})
        assert packed.headers["content-encoding"] == encoding
        assert packed.content == plain.content
    tag = {"If-None-Match": plain.headers["etag"]}
    assert anyone.get(path, headers=tag).status_code == 304
    lines_of_it = {**tag, "Accept": "application/x-ndjson"}
    assert anyone.get(path, headers=lines_of_it).status_code == 200


def test_the_tag_of_a_running_history_depends_on_who_reads_it(
    race: HttpTable, anyone: Caller
) -> None:
    tags = [c.get(f"{race.path}/history").headers["etag"] for c in (*race.people, anyone)]
    assert len(set(tags)) == 4
    race.step()
    assert anyone.get(f"{race.path}/history").headers["etag"] != tags[-1]
