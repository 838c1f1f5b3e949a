"""A canonical body is decoded once; every other body is decoded strictly."""

import pytest

from api.http.decoding import BodyDecoder
from api.play.bodies import AnyCommand

PLAY = b'{"type":"gumball_rally.play","card":"R-black-1"}'
CANONICAL = BodyDecoder(AnyCommand).canonical


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
    assert CANONICAL(body) is None


def test_a_canonical_body_may_have_blanks() -> None:
    for body in (PLAY, PLAY.replace(b":", b" : ").replace(b",", b" ,\n")):
        assert CANONICAL(body) is not None
