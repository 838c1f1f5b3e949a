"""What happens without a server program."""

import pytest

from store.embedded.binary import find_binary
from store.embedded.failure import CannotStart


def test_without_any_server_the_error_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CannotStart, match="install"):
        find_binary("redis")
