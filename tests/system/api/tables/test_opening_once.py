"""Opening a table with an idempotency key; and pages that name the next one."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

BODY = {"game": GAME, "seats": 3, "sit": True}


def test_the_same_request_opens_one_table(
    anne: Caller, second: httpx.Client, stored: StoreContents
) -> None:
    key = {"Idempotency-Key": "one-table"}
    first = anne.post("/v1/tables", BODY, headers=key)
    assert first.status_code == 201
    with stored.unchanged():
        for caller in (anne, anne.at(second)):
            again = caller.post("/v1/tables", BODY, headers=key)
            assert (again.status_code, again.content) == (201, first.content)
            assert again.headers["location"] == first.headers["location"]
        other = anne.post("/v1/tables", {**BODY, "seats": 4}, headers=key)
        assert_problem(other, 409, "idempotency_key_reused")
    more = anne.post("/v1/tables", BODY, headers={"Idempotency-Key": "another"})
    assert more.json()["id"] != first.json()["id"]


def test_one_of_many_simultaneous_requests_opens_the_table(
    anne: Caller, second: httpx.Client
) -> None:
    callers = [anne, anne.at(second)] * 4
    key = {"Idempotency-Key": "at-once"}
    with ThreadPoolExecutor(len(callers)) as pool:
        answers = list(pool.map(lambda c: c.post("/v1/tables", BODY, headers=key), callers))
    assert {each.status_code for each in answers} == {201}
    assert len({each.json()["id"] for each in answers}) == 1
    seen = anne.get(answers[0].headers["location"]).json()
    assert [each["player"] for each in seen["seats"]] == [anne.id]


def followed(caller: Caller, path: str) -> list[httpx.Response]:
    """Every page, by its `Link` headers."""
    pages = [caller.get(path)]
    while "next" in pages[-1].links:
        pages.append(caller.get(pages[-1].links["next"]["url"]))
    return pages


def test_events_are_read_page_by_page_with_links(finished: HttpTable, anyone: Caller) -> None:
    pages = followed(anyone, f"{finished.path}/events?limit=50")
    versions = [each["version"] for page in pages for each in page.json()["events"]]
    assert versions == list(range(1, finished.seen()["version"] + 1))


@pytest.mark.usefixtures("projector")
def test_tables_are_listed_page_by_page_with_links(anne: Caller) -> None:
    for _ in range(3):
        last = anne.post("/v1/tables", BODY).json()
    anne.get("/v1/tables", params={"min_version": f"{last['id']}:{last['version']}"})
    pages = followed(anne, f"/v1/tables?player={anne.id}&limit=1")
    assert [len(page.json()["tables"]) for page in pages] == [1, 1, 1]
    assert pages[-1].json()["next"] is None
