"""The sample configuration of a store server is accepted, and the doctor finds nothing in it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from application.settings import Settings
from store.embedded.binary import find_binary
from tests.support.paths import ROOT
from tests.support.servers.ports import cluster_port
from tests.support.servers.processes import until
from tests.support.stores.servers import KINDS
from workers.upkeep.doctor.facts import Facts, Machine, Master
from workers.upkeep.doctor.replication import CHECKS

OPTIONS = ("min-replicas-to-write", "cluster-enabled", "cluster-allow-replica-migration")


@contextmanager
def started(kind: str, directory: Path) -> Iterator[Redis]:
    port = cluster_port()
    command = [str(find_binary(kind)), str(ROOT / "deploy" / "store.conf")]
    command += ["--port", str(port), "--dir", str(directory), "--bind", "127.0.0.1"]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        with Redis(port=port, decode_responses=True) as redis:
            until(lambda: server.poll() is not None or answers(redis))
            assert server.poll() is None
            yield redis
    finally:
        server.kill()
        server.wait()


def answers(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except RedisError:
        return False


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_starts_with_it_and_is_safe(kind: str, tmp_path: Path) -> None:
    with started(kind, tmp_path) as redis:
        config = redis.config_get("*")
    assert {name: config[name] for name in ("appendonly", "appendfsync", "maxmemory-policy")} == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
    }
    master = Master(name="store", replicas=1, config={name: str(config[name]) for name in OPTIONS})
    facts = Facts(
        settings=Settings(redis_url="redis://store:7001/0", replicas=1),
        machine=Machine(open_files=None, overcommit=None, haproxy=True),
        store_url="redis://store:7001/0",
        store=None,
        masters=(master,),
    )
    assert [finding for check in CHECKS for finding in check(facts)] == []
