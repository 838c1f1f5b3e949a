"""Which addresses are valid, and which are those of this machine."""

import pytest

from openapi.load.address import is_address, is_loopback


@pytest.mark.parametrize(
    ("base", "valid"),
    [
        ("http://127.0.0.1:8000", True),
        ("https://games.example", True),
        ("ftp://games.example", False),
        ("games.example", False),
        ("http://", False),
        ("http://games.example:70000", False),
        ("http://games.example:0", False),
        ("http://[::1", False),
        ("http://games example", False),
    ],
)
def test_what_is_the_address_of_a_server(base: str, valid: bool) -> None:
    assert is_address(base) is valid


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
    assert is_loopback(base) is here


@pytest.mark.parametrize("found", [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"]])
def test_a_localhost_that_leads_elsewhere_is_not_this_machine(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    answers = [(2, 1, 6, "", (address, 0)) for address in found]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: answers)
    assert not is_loopback("http://localhost:8000")
