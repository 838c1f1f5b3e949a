"""The public log over HTTP, as an independent reader of C2SP tlog-tiles sees it."""

import base64
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from redis import Redis

from domain.log.entries import Closed, Started, decode_entry, encode_entry, open_receipt, table_name
from domain.log.note import parse_verifier
from domain.log.proof import check_proof, parse_proof
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.histories import tlog_reader
from tests.support.players.callers import Caller
from tests.support.servers.processes import serving, until, working
from tests.support.tables.http_table import HttpTable

PROOF = "c2sp.org/tlog-proof@v1\n"


@pytest.fixture(scope="module", autouse=True)
def writer(store: EmbeddedServer, directory: Path) -> Iterator[None]:
    """Write the log, to the folder that the API serves."""
    often = {"LUDOTHEQUE_PUBLIC_LOG_SECONDS": "0.1"}
    with working("log", store.url, directory, **often):
        yield


def keys(http: httpx.Client) -> list[str]:
    return http.get("/log/keys").text.splitlines()


def fetch(http: httpx.Client, path: str) -> bytes:
    answer = http.get(f"/log/{path}")
    assert answer.status_code == 200, answer.text
    if path == "checkpoint":
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=1"
    else:
        assert answer.headers["content-type"] == "application/octet-stream"
        assert "immutable" in answer.headers["cache-control"]
    return answer.content


def receipt(table: HttpTable, caller: Caller) -> str:
    answer = caller.get(f"{table.path}/receipt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def test_a_running_table_has_a_receipt_for_its_head(
    race: HttpTable, anyone: Caller, http: httpx.Client
) -> None:
    text = receipt(race, anyone)
    seen = race.seen()
    log_key, receipts_key = keys(http)
    read = open_receipt(text.encode(), parse_verifier(receipts_key))
    assert (read.table, read.version, read.head) == (race.id, seen["version"], seen["head"])
    assert tlog_reader.verified_by(receipts_key, text.encode())
    assert tlog_reader.verified_by(log_key, text.encode()) is None


def test_a_store_that_syncs_once_a_second_is_given_time_before_a_head_is_signed(
    race: HttpTable, store: EmbeddedServer, directory: Path
) -> None:
    with Redis.from_url(store.url) as redis:
        redis.config_set("appendfsync", "everysec")
        try:
            with serving(store.url, directory) as other:  # it asks the store when it first signs
                began = time.monotonic()
                answer = httpx.get(f"{other.base}{race.path}/receipt")
                assert time.monotonic() - began >= 2.0
        finally:
            redis.config_set("appendfsync", "no")
    assert answer.text.split("\n")[1:4] == [
        race.id,
        f"{race.seen()['version']}",
        race.seen()["head"],
    ]


def test_a_table_names_the_keys_of_its_log_when_it_opens(
    race: HttpTable, anyone: Caller, http: httpx.Client
) -> None:
    [opened, *_] = anyone.get(f"{race.path}/events").json()["events"]
    checkpoints, receipts = keys(http)
    assert opened["data"]["log"] == {"checkpoints": checkpoints, "receipts": receipts}


def test_the_log_holds_start_and_end_of_a_table_and_a_receipt_proves_it(
    finished: HttpTable, anyone: Caller, http: httpx.Client
) -> None:
    until(lambda: receipt(finished, anyone).startswith(PROOF))
    text = receipt(finished, anyone)  # before the log, which may grow meanwhile
    log_key, _ = keys(http)
    log = tlog_reader.Checked(lambda path: fetch(http, path), log_key)
    seen, name = finished.seen(), table_name(finished.id)
    entries = [decode_entry(entry) for entry in log.entries]
    end = Closed(name, seen["version"], bytes.fromhex(seen["head"]), "finished")
    own = [entry for entry in entries if getattr(entry, "table", None) == name]
    assert [type(entry) for entry in own] == [Started, Closed]
    assert own[1] == end
    check_proof(parse_proof(text), encode_entry(end), parse_verifier(log_key))
    index = entries.index(end)
    size = int(text.split("\n\n")[1].split("\n")[1])
    path = [base64.b64encode(each).decode() for each in tlog_reader.path(index, log.entries[:size])]
    assert text.split("\n\n")[0].split("\n") == [PROOF.strip(), f"index {index}", *path]


def test_a_running_table_has_a_proof_of_its_start(
    race: HttpTable, anyone: Caller, http: httpx.Client
) -> None:
    path = f"{race.path}/receipt"
    until(lambda: anyone.get(path, params={"of": "start"}).is_success)
    proof = parse_proof(anyone.get(path, params={"of": "start"}).text)
    events = anyone.get(f"{race.path}/history").json()["events"]
    types = [line.get("event", {}).get("type") for line in events]
    end = next(n for n in range(types.index("table.started"), len(events)) if "head" in events[n])
    entry = Started(table_name(race.id), end + 1, bytes.fromhex(events[end]["head"]))
    check_proof(proof, encode_entry(entry), parse_verifier(keys(http)[0]))
    assert "/receipts" in receipt(race, anyone)


def test_a_table_that_has_not_started_has_no_proof(filled_table: HttpTable, anyone: Caller) -> None:
    answer = anyone.get(f"{filled_table.path}/receipt", params={"of": "start"})
    assert_problem(answer, 404, "not_logged")


def test_the_heads_of_the_log_are_those_of_the_history(
    finished: HttpTable, anyone: Caller, http: httpx.Client
) -> None:
    until(lambda: receipt(finished, anyone).startswith(PROOF))
    log = tlog_reader.Checked(lambda path: fetch(http, path), keys(http)[0])
    name = table_name(finished.id)
    events = anyone.get(f"{finished.path}/history").json()["events"]
    for entry in map(decode_entry, log.entries):
        if isinstance(entry, Started | Closed) and entry.table == name:
            assert events[entry.version - 1]["head"] == entry.head.hex()
            begin = max(n for n, line in enumerate(events[: entry.version]) if "command" in line)
            types = {line["event"]["type"] for line in events[begin : entry.version]}
            assert types & {"table.started", "table.closed"}


@pytest.mark.parametrize("path", ["0/001", "0/000.p/0", "nonsense", "entries/x999/999", "63/000"])
def test_tiles_that_do_not_exist_are_not_found(http: httpx.Client, path: str) -> None:
    assert_problem(http.get(f"/log/tile/{path}"), 404, "not_found")


def test_a_table_that_does_not_exist_has_no_receipt(anyone: Caller) -> None:
    assert_problem(anyone.get(f"/v1/tables/{'a' * 26}/receipt"), 404, "no_such_table")
