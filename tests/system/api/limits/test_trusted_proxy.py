"""Behind a trusted proxy, limits per address count the caller that the proxy names."""

from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import calling
from tests.support.servers.processes import serving

LIMIT = {"LUDOTHEQUE_RATE_PER_ADDRESS": "1:30"}
HEADERS = {
    "X-Forwarded-For": "{}, 127.0.0.1",
    "Forwarded": 'for="{}:4711";proto=https, for=127.0.0.1',
}


def drained(http: httpx.Client, headers: dict[str, str]) -> bool:
    """Send many requests; return whether the limit was reached."""
    answers = [http.get("/v1/games/gumball_rally", headers=headers) for _ in range(40)]
    for answer in answers:
        if answer.status_code == 429:
            assert_problem(answer, 429, "too_many_requests")
    return any(answer.status_code == 429 for answer in answers)


@pytest.mark.parametrize("header", HEADERS)
def test_each_caller_behind_the_proxy_has_an_own_limit(
    store: EmbeddedServer, tmp_path: Path, header: str
) -> None:
    other = next(each for each in HEADERS if each != header)
    settings = {"LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.0/8", "LUDOTHEQUE_PROXY_HEADER": header}
    with (
        serving(store.url, tmp_path, **LIMIT, **settings) as api,
        calling(api.base, check_documented) as http,
    ):

        def by(caller: str) -> dict[str, str]:
            return {
                header: HEADERS[header].format(caller),
                other: HEADERS[other].format("192.0.2.250"),
            }

        assert drained(http, by("192.0.2.1"))
        spoofed = f"198.51.100.7, {by('192.0.2.1')[header]}"
        if header == "Forwarded":
            spoofed = f"for=198.51.100.7, {by('192.0.2.1')[header]}"
        assert http.get("/v1/games", headers={header: spoofed}).status_code == 429
        assert http.get("/v1/games", headers=by("192.0.2.2")).status_code == 200


def test_without_trust_nobody_escapes_by_a_header(store: EmbeddedServer, tmp_path: Path) -> None:
    settings = {"LUDOTHEQUE_TRUSTED_PROXIES": "10.0.0.0/8"}
    with (
        serving(store.url, tmp_path, **LIMIT, **settings) as api,
        calling(api.base, check_documented) as http,
    ):
        answers = [
            http.get("/v1/games/gumball_rally", headers={name: f"for=192.0.2.{n}, 192.0.2.{n}"})
            for n in range(40)
            for name in HEADERS
        ]
        assert 429 in [answer.status_code for answer in answers]
