"""Readiness is red before the store refuses writes, at once when it does, and green afterwards."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api, serving, until
from tests.support.stores.servers import running

NOBODY = ("127.0.0.1", "1")  # no server listens there


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("readiness"), fsync="everysec") as server:
        yield server


@pytest.fixture(scope="module")
def redis(store: EmbeddedServer) -> Iterator["Redis"]:
    with Redis.from_url(store.url, protocol=2) as client:
        yield client


@pytest.fixture(scope="module")
def api(store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(store.url, tmp_path_factory.mktemp("api")) as api:
        yield api


def readiness(api: Api) -> httpx.Response:
    return httpx.get(f"{api.base}/health/ready")


def write(api: Api) -> httpx.Response:
    return httpx.post(f"{api.base}/v1/players", json={"name": "Anne"})


def not_ready(api: Api) -> str:
    answer = readiness(api)
    problem: dict[str, Any] = answer.json()
    assert answer.status_code == 503
    assert problem["type"] == "/problems/not_ready"
    return str(problem["detail"])


def green_and_writing(api: Api) -> bool:
    return readiness(api).status_code == 200 and write(api).is_success


def metric(api: Api, name: str) -> float:
    lines = httpx.get(f"{api.base}/metrics").text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_memory_is_red_before_writes_fail_and_when_they_do(api: Api, redis: "Redis") -> None:
    assert green_and_writing(api)
    used = redis.info("memory")["used_memory"]
    redis.config_set("maxmemory", int(used * 1.08))
    assert "memory of the store is nearly used up" in not_ready(api)
    assert write(api).is_success
    until(lambda: metric(api, "ludotheque_ready") == 0)  # metrics are measured now and then

    redis.config_set("maxmemory", used // 2)
    refused = write(api)
    assert refused.status_code == 503
    assert refused.json()["type"] == "/problems/store_unavailable"
    assert "its memory is used up" in refused.json()["detail"]
    assert not_ready(api).startswith("The store takes no writes: its memory is used up.")
    until(lambda: metric(api, "ludotheque_store_refusals") > 0)
    until(lambda: metric(api, "ludotheque_store_memory_limit_bytes") == used // 2)

    redis.config_set("maxmemory", 0)
    until(lambda: green_and_writing(api))
    until(lambda: metric(api, "ludotheque_ready") == 1)


def test_a_store_that_cannot_write_to_its_disk(
    api: Api, redis: "Redis", store: EmbeddedServer
) -> None:
    assert green_and_writing(api)
    assert store.pid is not None
    full = (100, resource.RLIM_INFINITY)  # a limit of the size of files stands for the disk's
    resource.prlimit(store.pid, resource.RLIMIT_FSIZE, full)
    try:
        until(lambda: write(api).status_code == 503)
        assert "it cannot write to its disk" in write(api).json()["detail"]
        assert "it cannot write to its disk" in not_ready(api)
    finally:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(store.pid, resource.RLIMIT_FSIZE, unlimited)
    until(lambda: green_and_writing(api))


def test_a_store_that_has_become_a_replica(api: Api, redis: "Redis") -> None:
    redis.replicaof(*NOBODY)
    try:
        assert "it is a replica that can only be read" in not_ready(api)
        assert write(api).status_code == 503
    finally:
        redis.replicaof("NO", "ONE")
    until(lambda: green_and_writing(api))


def test_a_store_that_is_held(api: Api, redis: "Redis") -> None:
    redis.config_set("min-replicas-to-write", 1)
    assert "its disk is nearly full" in not_ready(api)
    redis.config_set("min-replicas-to-write", 0)
    until(lambda: green_and_writing(api))


def test_the_disk_is_red_before_writes_fail(store: EmbeddedServer, tmp_path: Path) -> None:
    with serving(store.url, tmp_path, LUDOTHEQUE_DISK_RED="900T") as api:
        assert "disk of the store is nearly full" in not_ready(api)
        assert write(api).is_success
        assert metric(api, "ludotheque_store_disk_free_bytes") > 0
