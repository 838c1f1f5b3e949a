"""CORS headers of an API that is open to every origin."""

from typing import Any

import pytest

from api.asgi.cors import Cors
from application.settings import Settings


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://localhost:5173", True),
        ("http://127.0.0.1:8001", True),
        ("https://127.8.9.10", True),
        ("http://[::1]:3000", True),
        ("https://board.example", True),
        ("http://localhost.evil.example", False),
        ("http://127.0.0.1.evil.example", False),
        ("http://evil.example#localhost", False),
        ("http://192.168.0.7:8001", False),
        ("null", False),
    ],
)
def test_loopback_admits_this_machine_on_any_port(origin: str, allowed: bool) -> None:
    scope: Any = {"headers": [(b"origin", origin.encode())]}
    headers = dict(Cors(["loopback", "https://board.example"]).headers(scope))
    assert headers.get(b"access-control-allow-origin") == (origin.encode() if allowed else None)


def test_production_admits_no_origin() -> None:
    scope: Any = {"headers": [(b"origin", b"http://localhost:5173")]}
    assert Cors(()).headers(scope) == []
    assert Settings.from_environment({}).cors_origins == frozenset()


def test_everybody_may_where_a_star_says_so() -> None:
    scope: Any = {"headers": [(b"origin", b"https://evil.example")]}
    assert dict(Cors(["*"]).headers(scope))[b"access-control-allow-origin"] == b"*"
