"""Which servers the load kit may be aimed at."""

import pytest

from openapi.load import target


def test_another_machine_is_loaded_by_its_owner_only() -> None:
    far = "https://games.example"
    with pytest.raises(target.NotAllowed), target.target(far, owned=False):
        raise AssertionError
    with target.target(far, owned=True) as found:
        assert found.base == far
