"""The sample files of `deploy` name only settings, metrics, workers and files that exist."""

import re
from pathlib import Path

import pytest
import yaml

from application.setting_docs import described
from tests.support.paths import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(DEPLOY.iterdir())
VARIABLES = {each.variable for each in described()}
SOURCES = [*(ROOT / "api").rglob("*.py"), *(ROOT / "application").rglob("*.py")]


@pytest.mark.parametrize("path", [*FILES, ROOT / "compose.yaml"], ids=lambda path: path.name)
def test_every_setting_exists(path: Path) -> None:
    named = set(re.findall(r"LUDOTHEQUE_[A-Z_]+[A-Z]", path.read_text()))
    families = {name for name in named if any(each.startswith(name + "_") for each in VARIABLES)}
    assert named - families <= VARIABLES


def test_every_metric_of_an_alert_is_exposed() -> None:
    text = (DEPLOY / "prometheus-alerts.yml").read_text()
    exposed = "\n".join(path.read_text() for path in SOURCES)
    metrics = {name.removesuffix("_bucket") for name in re.findall(r"ludotheque_[a-z_]+", text)}
    assert len(metrics) > 10
    assert {name for name in metrics if f'"{name}"' not in exposed} == set()


def test_every_alert_says_what_happened_and_what_to_do() -> None:
    groups = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 10
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert all(rule["annotations"][name].endswith(".") for name in ("summary", "action"))


def test_compose_runs_every_part_with_a_health_check() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    commands = [service.get("command", []) for service in services.values()]
    parts = [command[2] for command in commands if command[:2] == ["ludotheque", "work"]]
    assert sorted(parts) == ["jobs", "server", "server"]
    for name in ("store", "proxy", "server1", "server2"):
        assert services[name]["healthcheck"]["test"]
    prefix = "${LUDOTHEQUE_PREFIX:-}"
    for name in ("proxy", "server1", "server2"):
        assert f":8000{prefix}/health/" in services[name]["healthcheck"]["test"][-1]
    for name in ("server1", "server2"):
        assert services[name]["environment"]["LUDOTHEQUE_PREFIX"] == prefix
    assert services["proxy"]["volumes"] == [
        "./deploy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"
    ]


@pytest.mark.parametrize("path", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.name)
def test_a_unit_can_write_nowhere_but_in_its_own_folders(path: Path) -> None:
    lines = path.read_text().splitlines()
    hardened = {"ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="}
    assert hardened <= set(lines)
