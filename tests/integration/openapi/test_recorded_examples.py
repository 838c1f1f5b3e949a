"""The examples are current: a new recording gives the same bytes."""

from api.openapi.examples import RECORDED
from openapi.record.session import recorded


def test_a_new_recording_is_the_committed_one() -> None:
    """If it is not, what the API says has changed: `make openapi` records it."""
    assert recorded() == RECORDED.read_bytes()
