"""How long the store may take is a setting; nonsense is refused by its name."""

import pytest


def test_without_a_setting_a_caller_is_told_within_a_second() -> None:
    assert store_timeout.seconds({}) == store_timeout.seconds({store_timeout.NAME: ""}) == 0.9


def test_a_slow_store_may_be_given_more_time() -> None:
    assert store_timeout.seconds({store_timeout.NAME: "20"}) == 20


@pytest.mark.parametrize("said", ["soon", "0", "-1", "nan", "inf", "3600"])
def test_nonsense_is_refused_by_name(said: str) -> None:
    with pytest.raises(ValueError, match=store_timeout.NAME):
        store_timeout.seconds({store_timeout.NAME: said})
