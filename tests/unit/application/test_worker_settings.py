"""What the environment says, and what holds when it says nothing."""

from pathlib import Path

import pytest

from application.settings import SettingError, Settings
from application.store_url import queue_beside


def test_an_empty_environment_works_on_one_machine() -> None:
    settings = Settings.from_environment({})
    assert (settings.redis_url, settings.host, settings.port) == (None, "127.0.0.1", 8000)
    assert (settings.var, settings.fsync) == (Path.cwd() / "var", "always")


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "eight"), ("PORT", "70000"), ("LUDOTHEQUE_FSYNC", "maybe")]
)
def test_nonsense_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    ("store", "queue"),
    [
        ("redis://store", "redis://store/1"),
        ("redis://u:p@store:6380/0", "redis://u:p@store:6380/1"),
        ("rediss://store/0?ssl_cert_reqs=none", "rediss://store/1?ssl_cert_reqs=none"),
        ("redis://store?db=0", "redis://store/1"),
        ("unix:///run/store.sock?db=0", "unix:///run/store.sock?db=1"),
        ("unix:///run/store.sock", "unix:///run/store.sock?db=1"),
    ],
)
def test_the_queue_is_beside_the_store(store: str, queue: str) -> None:
    assert queue_beside(store) == queue
    assert Settings.from_environment({"LUDOTHEQUE_REDIS_URL": store}).queue() == queue


def test_a_named_queue_is_taken() -> None:
    env = {"LUDOTHEQUE_REDIS_URL": "redis://a", "LUDOTHEQUE_QUEUE_URL": "redis://b/3"}
    assert Settings.from_environment(env).queue() == "redis://b/3"


def test_without_a_url_the_store_of_a_running_serve_is_used(tmp_path: Path) -> None:
    settings = Settings.from_environment({"LUDOTHEQUE_VAR": str(tmp_path)})
    with pytest.raises(SettingError, match="LUDOTHEQUE_REDIS_URL"):
        settings.store_url()
    settings.store_directory.mkdir()
    (settings.store_directory / "socket.path").write_text("/run/x.sock")
    assert settings.store_url() == "unix:///run/x.sock?db=0"
