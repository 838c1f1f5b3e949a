"""Which server program is found, and what happens without one."""

from pathlib import Path

import pytest

from store.embedded import binary
from store.embedded.binary import find_binary
from store.embedded.failure import CannotStart


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_without_any_server_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(binary, "_bundled_valkey", lambda: None)
    with pytest.raises(CannotStart, match=r"apt.*ludotheque\[store\].*LUDOTHEQUE_REDIS_URL"):
        find_binary()
    with pytest.raises(CannotStart, match="install"):
        find_binary("redis")


def test_without_the_wheel_valkey_on_the_path_comes_before_redis(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(binary, "_bundled_valkey", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    redis = program(tmp_path, "redis-server")
    assert find_binary() == redis
    assert find_binary("redis") == redis
    valkey = program(tmp_path, "valkey-server")
    assert find_binary() == valkey
