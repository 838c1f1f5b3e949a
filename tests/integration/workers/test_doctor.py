"""The doctor with a real store, and without one."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json, structs

from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE
from workers.cli import main
from workers.upkeep.doctor.examine import examine
from workers.upkeep.doctor.report import report_of


def settings_with(url: str, var: Path) -> Settings:
    return Settings(redis_url=url, store_seconds=PATIENCE, queue_url=url, var=var)


def test_a_real_store_is_described(server: EmbeddedServer, tmp_path: Path) -> None:
    started = time.monotonic()
    facts = asyncio.run(examine(settings_with(server.url, tmp_path)))
    took = time.monotonic() - started
    assert facts.store is not None
    assert 0 < facts.store.latency_ms < took * 1000
    assert facts.config["maxmemory-policy"] == "noeviction"
    assert abs(facts.clock_ahead) < took  # both clocks are one; a busy machine answers late
    assert {backlog.worker for backlog in facts.backlogs} == {"timers", "projector", "webhooks"}
    quick = replace(facts, store=structs.replace(facts.store, latency_ms=1.0), clock_ahead=0.0)
    assert [f for f in report_of(quick).findings if "store" in f.problem.lower()] == []


def test_a_key_that_others_can_read_is_found(server: EmbeddedServer, tmp_path: Path) -> None:
    key = tmp_path / "log" / "keys" / "log.key"
    key.parent.mkdir(parents=True)
    key.write_text("secret")
    key.chmod(0o644)
    facts = asyncio.run(examine(settings_with(server.url, tmp_path)))
    assert facts.machine.loose_keys == (str(key),)


@pytest.mark.parametrize("given", [{}, {"LUDOTHEQUE_REDIS_URL": "redis://127.0.0.1:{}/0"}])
def test_without_a_store_the_command_says_what_to_do(tmp_path: Path, given: dict[str, str]) -> None:
    env = {name: value.format(free_port()) for name, value in given.items()}
    env |= {"LUDOTHEQUE_VAR": str(tmp_path), "LUDOTHEQUE_STORE_SECONDS": "0.3"}
    run = CliRunner().invoke(main, ["doctor", "--json"], env=env)
    assert run.exit_code == 1
    report = json.decode(run.stdout)
    assert report["findings"][0]["level"] == "unsafe"
    assert report["findings"][0]["action"]
