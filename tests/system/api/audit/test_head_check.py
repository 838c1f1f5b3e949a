"""Every answer is a receipt; a client that presents one learns whether history was rewritten."""

from typing import Any

import httpx
import pytest
from redis import Redis

from domain.judging.stored import Entry, Stored, lined
from store import keyspace
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.histories.bundles import Change, of_type, rewritten
from tests.support.players.callers import Caller
from tests.support.tables.http_table import GAME, HttpTable, start_table

PARTS = ["", "/events", "/history"]


@pytest.mark.parametrize("part", PARTS)
def test_a_head_on_the_chain_stays_valid(race: HttpTable, anyone: Caller, part: str) -> None:
    heads = [race.seen()["head"], race.step()["head"], race.step()["head"]]
    for head in heads:
        for how in ({"params": {"head": head}}, {"headers": {"If-Match": f'"{head}"'}}):
            assert anyone.get(race.path + part, **how).status_code == 200
    every = {"If-Match": ", ".join(f'W/"{head}"' for head in heads)}
    assert anyone.get(race.path + part, headers=every).status_code == 200


@pytest.mark.parametrize("part", PARTS)
def test_another_head_means_that_history_was_rewritten(
    race: HttpTable, finished: HttpTable, part: str
) -> None:
    for head in ("0" * 64, finished.seen()["head"]):
        for how in ({"params": {"head": head}}, {"headers": {"If-Match": f'"{head}"'}}):
            answer = race.host.get(race.path + part, **how)
            assert_problem(answer, 409, "history_rewritten")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    "head", ["", "0", "x" * 64, "A" * 64, "0" * 65, "0" * 63 + "\n", ":" + "0" * 64]
)
def test_what_is_no_head_is_malformed(read_only_table: HttpTable, part: str, head: str) -> None:
    answer = read_only_table.host.get(read_only_table.path + part, params={"head": head})
    assert assert_problem(answer, 400, "malformed")["field"] == "head"


@pytest.mark.parametrize("part", PARTS)
def test_a_head_may_be_sent_with_its_version(race: HttpTable, anyone: Caller, part: str) -> None:
    receipts = [race.seen(), race.step(), race.step()]
    for version, head in ((each["version"], each["head"]) for each in receipts):
        assert anyone.get(race.path + part, params={"head": f"{version}:{head}"}).status_code == 200
        for other in (version - 1, version + 1, 10**14):
            answer = anyone.get(race.path + part, params={"head": f"{other}:{head}"})
            assert_problem(answer, 409, "history_rewritten")


@pytest.mark.parametrize("part", PARTS)
def test_other_tags_are_passed_over(read_only_table: HttpTable, part: str) -> None:
    for tag in ("*", '"17"', "garbage", '"' + "A" * 64 + '"'):
        headers = {"If-Match": tag}
        assert (
            read_only_table.host.get(read_only_table.path + part, headers=headers).status_code
            == 200
        )


def test_every_command_answers_with_a_receipt(race: HttpTable) -> None:
    answer = race.step()
    assert race.seen(at=answer["version"])["head"] == answer["head"]
    assert race.seen(at=answer["version"] - 1)["head"] is None  # the command has several events


def test_a_receipt_reveals_a_change_in_the_store(
    http: httpx.Client, store: EmbeddedServer, second: httpx.Client
) -> None:
    """The operator deals better cards to one seat and rebuilds the whole chain."""
    race = start_table(http)
    head = race.seen()["head"]
    with Redis.from_url(store.url) as redis:
        plant(redis, race.id)
    for process in (http, second):  # one knows the table as it was, the other does not
        caller = race.host.at(process)
        answer = caller.get(f"{race.path}/events", params={"head": head})
        assert_problem(answer, 409, "history_rewritten")


BETTER_HANDS = of_type(f"{GAME}.hand_dealt", lambda told: told["cards"].reverse())


def plant(redis: Any, table: str, change: Change = BETTER_HANDS) -> None:
    """Rewrite a stored table and rebuild its chain."""
    seed, head = redis.get(keyspace.seed(table)), redis.hget(keyspace.meta(table), "h")
    raw = redis.xrange(keyspace.events(table))
    entries, last = list[Entry](), 0
    for _, fields in raw:
        events = tuple(fields[b"e"].split(b"\n"))
        entries.append(Entry(last + 1, events, fields.get(b"c")))
        last += len(events)
    forged = rewritten(table, Stored(seed, last, head, tuple(entries)), change)
    with redis.pipeline(transaction=True) as at_once:  # the projector may be looking
        at_once.delete(keyspace.events(table))
        for (id_, fields), entry in zip(raw, forged.entries, strict=True):
            told = {**fields, b"e": lined(entry.events), b"h": entry.head}
            at_once.xadd(keyspace.events(table), told, id=id_)
        at_once.hset(keyspace.meta(table), "h", forged.head)
        at_once.execute()
