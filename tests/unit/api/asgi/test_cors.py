"""CORS headers of an API that is open to every origin."""

from typing import Any

from api.asgi.cors import Cors


def test_everybody_may_where_a_star_says_so() -> None:
    scope: Any = {"headers": [(b"origin", b"https://evil.example")]}
    assert dict(Cors(["*"]).headers(scope))[b"access-control-allow-origin"] == b"*"
