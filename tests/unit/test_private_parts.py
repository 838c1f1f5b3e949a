"""Private parts of other libraries that we use, one test each: an upgrade that changes one fails.

`pyproject.toml` bounds their versions for that reason.
"""

import tomllib
from importlib.metadata import version
from typing import Any

import pytest
from httptools import HttpParserError, HttpRequestParser
from packaging.requirements import Requirement
from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.cluster import PRIMARY, REPLICA, get_node_name
from redis.exceptions import MovedError, SlotNotCoveredError
from rq.job import Job
from rq.worker import BaseWorker, Worker

from tests.support.paths import ROOT
from workers.job_worker import ListedJob

BOUNDED = ("httptools", "redis", "rq", "openskill")


@pytest.mark.parametrize("name", BOUNDED)
def test_a_library_whose_private_parts_we_use_has_an_upper_bound(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [found] = [r for r in map(Requirement, project["dependencies"]) if r.name == name]
    assert any(each.operator == "<" for each in found.specifier)
    assert found.specifier.contains(version(name))


@pytest.mark.anyio
async def test_the_nodes_of_a_cluster_are_moved_and_found_by_slot() -> None:
    """`NodesManager` of redis-py, which `store/cluster/slot_map.py` asks."""
    nodes = [ClusterNode("192.0.2.1", 7000 + n, kind) for n, kind in enumerate([PRIMARY, REPLICA])]
    manager = NodesManager(nodes[:1], require_full_coverage=False, connection_kwargs={})
    assert list(manager.startup_nodes) == [get_node_name("192.0.2.1", 7000)]
    manager.nodes_cache = {node.name: node for node in nodes}
    manager.slots_cache = {5: list(nodes)}
    assert manager.get_node_from_slot(5) is nodes[0]
    with pytest.raises((SlotNotCoveredError, KeyError)):
        manager.get_node_from_slot(6)
    await manager.move_slot(MovedError("5 192.0.2.1:7001"))
    found = manager.get_node_from_slot(5)
    assert (found.host, found.port) == ("192.0.2.1", 7001)
    assert [node.port for node in manager.get_nodes_by_server_type(PRIMARY)] == [7001]
    assert "last_failed_node_name" in NodesManager.initialize.__code__.co_varnames


def test_a_job_of_rq_is_run_through_what_we_replace() -> None:
    """`BaseWorker` and `Job` of rq, which `workers/job_worker.py` extends."""
    assert issubclass(Worker, BaseWorker)
    assert isinstance(BaseWorker.max_connection_wait_time, int | float)
    replaced = [name for name in vars(ListedJob) if not name.startswith("__")]
    assert len(replaced) == 5
    assert {name for name in replaced if hasattr(Job, name)} == set(replaced)
    used = set(Job.perform.__code__.co_names) | set(Job._execute.__code__.co_names)
    assert "func" in used


class Heard:
    """What a parser calls."""

    def __init__(self) -> None:
        self.complete = 0

    def on_message_complete(self) -> None:
        self.complete += 1


def parsed(*lines: str, begin: str = "GET / HTTP/1.1") -> int:
    """Feed a head with these lines; return how many requests were complete."""
    heard = Heard()
    head = "\r\n".join([begin, *lines, "", ""])
    HttpRequestParser(heard).feed_data(head.encode("latin-1"))
    return heard.complete


LENIENT: dict[str, tuple[Any, ...]] = {  # what `api/transport/reader.py` refuses itself
    "no host": (),
    "two hosts": ("Host: a", "Host: b"),
    "two content types": ("Host: a", "Content-Type: a", "Content-Type: b"),
}
STRICT: dict[str, tuple[Any, ...]] = {  # what it leaves to the parser
    "two lengths": ("Host: a", "Content-Length: 1", "Content-Length: 2"),
    "a length and chunks": ("Host: a", "Content-Length: 1", "Transfer-Encoding: chunked"),
    "a folded line": ("Host: a", "X: 1", " 2"),
    "a blank before the colon": ("Host : a",),
    "a bare return": ("Host: a", "X: 1\r2"),
    "a bare line feed": ("Host: a\nX: 1",),
    "a byte of zero": ("Host: a", "X: \0"),
}


@pytest.mark.parametrize("name", LENIENT)
def test_httptools_lets_pass_what_we_refuse(name: str) -> None:
    assert parsed(*LENIENT[name]) == 1


@pytest.mark.parametrize("name", STRICT)
def test_httptools_refuses_what_we_leave_to_it(name: str) -> None:
    with pytest.raises(HttpParserError):
        parsed(*STRICT[name])


def test_httptools_keeps_the_reason_of_a_callback() -> None:
    class Refusing:
        def on_headers_complete(self) -> None:
            raise LookupError("why")

    with pytest.raises(HttpParserError) as failed:
        HttpRequestParser(Refusing()).feed_data(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert isinstance(failed.value.__context__, LookupError)
