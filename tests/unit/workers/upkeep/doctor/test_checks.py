"""The doctor: every check finds its fault, and a sound installation has none."""

from dataclasses import replace
from typing import Any

import pytest

from application.ops.readiness import StoreFacts
from application.settings import Settings
from workers.upkeep.doctor.checks import CHECKS, findings
from workers.upkeep.doctor.facts import Backlog, Facts, Machine, Master, without_password
from workers.upkeep.doctor.report import as_text, report_of

STORE = StoreFacts(server="valkey", version="9.1.2", durability="always", latency_ms=0.2)
MACHINE = Machine(open_files=65_536, overcommit=1, haproxy=True)
SOUND = Facts(
    settings=Settings.from_environment({}),
    machine=MACHINE,
    store_url="unix:///var/server.sock?db=0",
    store=STORE,
)
LATE = Backlog(worker="timers", what="Deadlines are late, in seconds", amount=9, usual=5)


def stored(**changes: Any) -> Facts:
    return replace(SOUND, store=StoreFacts(**{**_fields(STORE), **changes}))


def _fields(facts: StoreFacts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in facts.__struct_fields__}


def with_settings(**changes: Any) -> Facts:
    return replace(SOUND, settings=Settings(**changes))


def with_machine(**changes: Any) -> Facts:
    return replace(SOUND, machine=replace(MACHINE, **changes))


def replicated(confirmations: int = 1, replicas: int = 1, **config: str) -> Facts:
    options = {"min-replicas-to-write": "1", "cluster-enabled": "yes"}
    options |= {"cluster-allow-replica-migration": "no"}
    options |= {name.replace("_", "-"): value for name, value in config.items()}
    master = Master(name="store:7001", replicas=replicas, config=options)
    settings = Settings(redis_url=SOUND.store_url, replicas=confirmations)
    return replace(SOUND, settings=settings, masters=(master,))


FAULTS = [
    (replicated(confirmations=0), "unsafe", "store:7001 has a replica", "LUDOTHEQUE_REPLICAS=1"),
    (replicated(replicas=0), "unsafe", "store:7001 has no replica", "Start its replica"),
    (replicated(replicas=2), "unsafe", "2 replicas", "exactly one"),
    (replicated(min_replicas_to_write="0"), "unsafe", "undoes", "`min-replicas-to-write 1`"),
    (
        replicated(cluster_allow_replica_migration="yes"),
        "unsafe",
        "move to another master",
        "`cluster-allow-replica-migration no`",
    ),
    (replace(SOUND, store_url=None, store=None), "unsafe", "No store runs here", "serve"),
    (replace(SOUND, store=None), "unsafe", "does not answer", "repair --check"),
    (stored(disk_free=1), "unsafe", "nearly full", "operating"),
    (stored(durability="everysec"), "advice", "last second", "appendfsync always"),
    (stored(durability="no"), "unsafe", "may be lost", "appendonly yes"),
    (stored(durability="unknown"), "unsafe", "`unknown`", "appendonly yes"),
    (
        replace(SOUND, config={"maxmemory-policy": "allkeys-lru"}),
        "unsafe",
        "throws histories away",
        "noeviction",
    ),
    *(
        (
            replace(SOUND, config={"auto-aof-rewrite-percentage": percentage}),
            "advice",
            words,
            "auto-aof-rewrite-percentage 25",
        )
        for percentage, words in (("0", "never compacts"), ("100", "grow by 100 %"))
    ),
    (stored(version="6.2.1"), "unsafe", "version 6", "Redis 7"),
    (stored(latency_ms=50.0), "advice", "50 ms", "near"),
    (replace(SOUND, store_url="rediss://store:6379/0"), "unsafe", "without a password", "ACL"),
    (replace(SOUND, store_url="rediss+cluster://a,[::1]:7"), "unsafe", "without a password", "ACL"),
    (replace(SOUND, store_url="redis://:x@store:6379/0"), "advice", "not encrypted", "rediss"),
    (replace(SOUND, clock_ahead=-3.0), "unsafe", "-3.0 s", "NTP"),
    (replace(SOUND, backlogs=(LATE,)), "unsafe", "9", "the loop `timers`"),
    (
        with_settings(host="127.0.0.1", trusted_proxies=("x",), limits=False),
        "unsafe",
        "LUDOTHEQUE_LIMITS=off",
        "Remove",
    ),
    (
        with_settings(trusted_proxies=("x",), cors_origins=frozenset({"*"})),
        "advice",
        "any origin",
        "LUDOTHEQUE_CORS_ORIGINS",
    ),
    (with_settings(host="0.0.0.0"), "advice", "without TLS", "deploy/nginx.conf"),
    (with_machine(open_files=1024), "advice", "1024 files", "LimitNOFILE"),
    (with_machine(overcommit=0), "advice", "compact", "vm.overcommit_memory=1"),
    (
        replace(with_machine(haproxy=False), settings=Settings(processes=2)),
        "unsafe",
        "HAProxy is not installed",
        "Install HAProxy",
    ),
    (with_machine(optimised=False), "advice", "without optimisation", "--enable-optimizations"),
    (with_machine(loose_keys=("/x/log.key",)), "unsafe", "/x/log.key", "chmod 600 /x/log.key"),
]


def test_a_sound_installation_has_no_finding() -> None:
    assert findings(SOUND) == []
    assert as_text(report_of(SOUND)).endswith("All is well.")
    assert report_of(SOUND).safe
    assert findings(replicated()) == []
    assert findings(replicated(confirmations=0, replicas=0)) == []


@pytest.mark.parametrize(("facts", "level", "problem", "action"), FAULTS)
def test_a_fault_is_found_with_what_to_do(
    facts: Facts, level: str, problem: str, action: str
) -> None:
    [found] = findings(facts)
    assert found.level == level
    assert problem in found.problem
    assert action in found.action
    report = report_of(facts)
    assert report.safe == (level == "advice")
    assert f"[{level}] {found.problem}" in as_text(report)


def test_every_check_has_a_fault_that_it_finds() -> None:
    silent = {check.__name__ for check in CHECKS if not any(list(check(f[0])) for f in FAULTS)}
    assert silent == set()


def test_settings_are_shown_without_passwords() -> None:
    url = "redis://app:geheim@store:6379/0"
    given = {"LUDOTHEQUE_REDIS_URL": url, "PORT": "9000"}
    settings = Settings.from_environment(given)
    report = report_of(replace(SOUND, settings=settings, store_url=url))
    assert report.settings == {
        "PORT": "9000",
        "LUDOTHEQUE_REDIS_URL": "redis://app:…@store:6379/0",
    }
    assert "geheim" not in as_text(report)
    assert without_password("redis://store/0") == "redis://store/0"
    shown = "redis+cluster://app:…@one:7000,[::1]:7001"
    assert without_password(shown.replace("…", "geheim")) == shown
