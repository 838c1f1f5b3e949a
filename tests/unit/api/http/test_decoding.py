"""A canonical body is decoded once; every other body is decoded strictly."""

import pytest

from api.http.decoding import JSON, BodyDecoder, RequestHeaders
from api.play.bodies import AnyCommand
from domain.kernel.messages import Command

PLAY = b'{"type":"gumball_rally.play","card":"R-black-1"}'
HEADERS = RequestHeaders({b"content-type": JSON}, None, None)


class WatchedDecoder(BodyDecoder):
    """Says of each body whether it was decoded strictly."""

    def strict(self, body: bytes) -> str:
        return "strictly"


def decoded(body: bytes) -> object:
    return WatchedDecoder(AnyCommand).decode(body, HEADERS)


@pytest.mark.parametrize(
    "body",
    [
        PLAY.replace(b'"card"', b'"card":"R-black-2","card"'),
        b'{"card":"R-black-1"}',
        b'{"colour_passes":12345678901,"colour_passes":0,"card":"R-blue-8"}',
        b'{"card":"R-black-1","type":"gumball_rally.play"}',
        b'{"card":"R-black-1","card":"R-black-10"}',
        PLAY[:-1] + b',"colour_passes":4.0}',
        PLAY.replace(b"black", b"bl\xffck"),
        PLAY.replace(b"black", b"bl ck"),
        PLAY.replace(b"R-black-1", b"\\ud800"),
        PLAY + b"x",
        b"[" * 5000,
        b"",
    ],
)
def test_a_body_that_is_not_canonical_is_decoded_strictly(body: bytes) -> None:
    assert decoded(body) == "strictly"


def test_a_canonical_body_may_have_blanks() -> None:
    for body in (PLAY, PLAY.replace(b":", b" : ").replace(b",", b" ,\n")):
        assert isinstance(decoded(body), Command)
