"""The supervisor asks for the health of the API where the API is: below its prefix."""

from collections.abc import Iterator

import pytest

from application.settings import Settings
from tests.support.network.local_site import QuietHandler, local_site
from workers.supervisor.address import answers, root_url, why_not_ready


class Api(QuietHandler):
    def respond(self) -> None:
        if self.path in ("/ludo/health/live", "/ludo/health/ready"):
            self.answer(b"{}")
        else:
            self.answer(b'{"detail": "This server is at /ludo/."}', 404)


@pytest.fixture
def port() -> Iterator[int]:
    with local_site(Api) as port:
        yield port


def test_the_health_of_the_api_is_below_its_prefix(port: int) -> None:
    below = Settings(port=port, prefix="/ludo")
    assert answers(below)
    assert why_not_ready(below) is None
    assert why_not_ready(Settings(port=port)) == "This server is at /ludo/."


def test_the_banner_names_the_prefix() -> None:
    assert root_url(Settings(host="0.0.0.0", prefix="/ludo")) == "http://127.0.0.1:8000/ludo"
    assert root_url(Settings(host="::1")) == "http://[::1]:8000"
