"""Which servers the load kit may be aimed at."""

import pytest

from openapi.load import target


def test_another_machine_is_loaded_by_its_owner_only() -> None:
    far = "https://games.example"
    with pytest.raises(target.NotAllowed), target.target(far, owned=False):
        raise AssertionError
    with target.target(far, owned=True) as found:
        assert found == far


@pytest.mark.parametrize(
    ("base", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("https://localhost", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.1.example.org", False),
        ("http://10.0.0.1", False),
        ("http://[::ffff:10.0.0.1]", False),
        ("http://0.0.0.0", False),
        ("http://localhost.example.org", False),
    ],
)
def test_what_is_this_machine(base: str, here: bool) -> None:
    assert target.is_loopback(base) is here


@pytest.mark.parametrize("found", [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"]])
def test_a_localhost_that_leads_elsewhere_is_not_this_machine(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    answers = [(2, 1, 6, "", (address, 0)) for address in found]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: answers)
    assert not target.is_loopback("http://localhost:8000")
