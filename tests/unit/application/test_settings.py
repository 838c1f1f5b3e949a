"""Settings: every one has a default, is validated, and stands in the documentation."""

import re
from pathlib import Path

import pytest

from application.setting_docs import as_markdown, described
from application.setting_values import Quota, Rate, SettingError
from application.settings import NO_LIMITS, Settings
from tests.support.paths import ROOT

SOURCES = ("api", "application", "domain", "ludotheque", "projections", "store", "workers")

NO_PREFIXES = ("ludo", "/", "/ludo/", "//ludo", "/a/../b", "/a b", "/a?b", "/a#b", "/%61", "/é")


def test_without_any_setting_the_defaults_hold() -> None:
    assert Settings.from_environment({}) == Settings(var=Path("var").absolute())
    assert (Settings().heartbeat_seconds, Settings().stream_seconds) == (15, 60)
    assert (Settings().host, Settings().port) == ("127.0.0.1", 8000)


def test_settings_are_read() -> None:
    environment = {
        "LUDOTHEQUE_RATE_PER_TOKEN": "7:70",
        "LUDOTHEQUE_RATE_PER_ADDRESS": "off",
        "LUDOTHEQUE_CORS_ORIGINS": "https://a.example, https://b.example",
        "LUDOTHEQUE_HEARTBEAT_SECONDS": "2.5",
        "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
        "LUDOTHEQUE_STORE_SECONDS": "20",
        "LUDOTHEQUE_SCRUB_HOURS": "0",
        "LUDOTHEQUE_FORKS": "7/m",
        "LUDOTHEQUE_TABLES_PER_PLAYER": "off",
        "LUDOTHEQUE_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
        "LUDOTHEQUE_METRICS_ADDRESS": "[::1]:9100",
        "LUDOTHEQUE_PREFIX": "/games/ludo",
    }
    settings = Settings.from_environment(environment)
    assert (settings.rate_per_token, settings.rate_per_address) == (Rate(7, 70), None)
    assert settings.cors_origins == {"https://a.example", "https://b.example"}
    assert settings.heartbeat_seconds == 2.5
    assert settings.webhooks_loopback
    assert settings.store_seconds == 20
    assert settings.scrub_hours == 0
    assert (settings.forks, settings.tables_per_player) == (Quota(7, 60), None)
    assert [str(network) for network in settings.trusted_proxies] == ["10.0.0.0/8", "::1/128"]
    assert settings.metrics_address == ("::1", 9100)
    assert settings.prefix == "/games/ludo"


def test_one_setting_switches_off_every_limit_that_is_not_set_itself() -> None:
    environment = {"LUDOTHEQUE_LIMITS": "off", "LUDOTHEQUE_FORKS": "7/m"}
    settings = Settings.from_environment(environment)
    limits = {name: getattr(settings, name) for name in NO_LIMITS}
    assert {name: each for name, each in limits.items() if each is not None} == {
        "forks": Quota(7, 60)
    }
    assert len(limits) == 19
    assert settings.replays == Settings().replays  # what a process bears is always bounded


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LUDOTHEQUE_RATE_PER_TOKEN", "fast"),
        ("LUDOTHEQUE_RATE_PER_TOKEN", "10"),
        ("LUDOTHEQUE_RATE_PER_ADDRESS", "0:10"),
        ("LUDOTHEQUE_RATE_OF_REGISTRATION", "10:-1"),
        ("LUDOTHEQUE_STREAM_SECONDS", "soon"),
        ("LUDOTHEQUE_FORKS", "7"),
        ("LUDOTHEQUE_FORKS", "7/w"),
        ("LUDOTHEQUE_AUDITS", "0/h"),
        ("LUDOTHEQUE_TABLES_PER_PLAYER", "-1"),
        ("LUDOTHEQUE_TRUSTED_PROXIES", "proxy.example"),
        ("LUDOTHEQUE_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("LUDOTHEQUE_PROXY_HEADER", "X-Real-IP"),
        *(("LUDOTHEQUE_PREFIX", wrong) for wrong in NO_PREFIXES),
        ("LUDOTHEQUE_METRICS_ADDRESS", "9100"),
        ("LUDOTHEQUE_METRICS_ADDRESS", "host:none"),
        ("LUDOTHEQUE_HEARTBEAT_SECONDS", "0"),
        ("LUDOTHEQUE_STREAMS", "1.5"),
        ("LUDOTHEQUE_STORE_SECONDS", "0"),
        ("LUDOTHEQUE_STORE_SECONDS", "nan"),
        ("LUDOTHEQUE_STORE_SECONDS", "3600"),
        ("LUDOTHEQUE_SCRUB_HOURS", "-1"),
        ("LUDOTHEQUE_FSYNC", "sometimes"),
        ("LUDOTHEQUE_LOG", "xml"),
        ("LUDOTHEQUE_REDIS_URL", "redis+cluster://a:1/3"),
        ("PORT", "eight"),
        ("PORT", "65536"),
    ],
)
def test_an_invalid_setting_is_rejected_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        Settings.from_environment({name: value})


def test_a_worker_finds_the_store_of_a_running_serve(tmp_path: Path) -> None:
    settings = Settings.from_environment({"LUDOTHEQUE_VAR": str(tmp_path)})
    with pytest.raises(SettingError, match="LUDOTHEQUE_REDIS_URL"):
        settings.store_url()
    settings.store_directory.mkdir()
    (settings.store_directory / "socket.path").write_text("/run/store.sock")
    assert settings.store_url() == "unix:///run/store.sock?db=0"
    assert settings.queue() == "unix:///run/store.sock?db=1"


def test_a_store_that_is_named_counts_before_a_running_serve(tmp_path: Path) -> None:
    named = {"LUDOTHEQUE_REDIS_URL": "redis://store/0", "LUDOTHEQUE_VAR": str(tmp_path)}
    settings = Settings.from_environment(named)
    assert (settings.store_url(), settings.queue()) == ("redis://store/0", "redis://store/1")


def test_a_cluster_needs_a_queue_of_its_own() -> None:
    cluster = {"LUDOTHEQUE_REDIS_URL": "redis+cluster://a:1,b:2"}
    with pytest.raises(SettingError, match="LUDOTHEQUE_QUEUE_URL=redis://"):
        Settings.from_environment(cluster).queue()
    named = Settings.from_environment({**cluster, "LUDOTHEQUE_QUEUE_URL": "redis://queue/0"})
    assert named.queue() == "redis://queue/0"


def test_the_table_in_the_documentation_is_made_from_the_settings() -> None:
    assert as_markdown() in (ROOT / "docs" / "settings.md").read_text()
    assert len({each.variable for each in described()}) == len(described()) > 20


def test_the_environment_is_read_in_one_module_only() -> None:
    sources = [path for top in SOURCES for path in (ROOT / top).rglob("*.py")]
    reading = re.compile(r"\bos\.environ\b|\bgetenv\b|import environ\b")
    readers = [str(p.relative_to(ROOT)) for p in sources if reading.search(p.read_text())]
    assert readers == ["application/settings.py"]


def test_the_embedded_store_has_no_replica() -> None:
    with pytest.raises(SettingError, match="the embedded store has no replica"):
        Settings.from_environment({"LUDOTHEQUE_REPLICAS": "1"})
    with pytest.raises(SettingError, match="must be 0 or 1"):
        Settings.from_environment({"LUDOTHEQUE_REPLICAS": "2"})
    given = {"LUDOTHEQUE_REPLICAS": "1", "LUDOTHEQUE_REDIS_URL": "redis://store:6379/0"}
    assert Settings.from_environment(given).replicas == 1
