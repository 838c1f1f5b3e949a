"""The examples are what the server says today: recorded again they are the same bytes."""

from api.openapi.examples import RECORDED
from openapi.record.session import recorded


def test_a_new_recording_is_the_committed_one() -> None:
    """If it is not, what the API says has changed: `make openapi` records it."""
    assert recorded() == RECORDED.read_bytes()
