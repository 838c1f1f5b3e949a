"""`Prefer: return=representation`."""

import pytest

from api.http.answers import wants_state


@pytest.mark.parametrize(
    ("prefer", "wanted"),
    [
        ("", False),
        ("return=minimal", False),
        ("return=representation", True),
        ('wait=5, return="representation"; x=1', True),
        ("Return = Representation", True),
        ("return=representations", False),
    ],
)
def test_only_this_preference_counts(prefer: str, wanted: bool) -> None:
    assert wants_state(prefer) is wanted
