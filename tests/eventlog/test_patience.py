"""How long the store may take to answer is a setting; an invalid value is rejected by name."""

import pytest

from application.settings import SettingError, store_seconds

VARIABLE = "LUDOTHEQUE_STORE_SECONDS"


@pytest.mark.parametrize("text", ["", None])
def test_by_default_an_answer_takes_less_than_a_second(
    monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    if text is not None:
        monkeypatch.setenv(VARIABLE, text)
    assert store_seconds() == 0.9


def test_a_slow_store_may_be_given_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "20")
    assert store_seconds() == 20


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf", "3600"])
def test_an_invalid_time_is_rejected_by_name(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(SettingError, match=VARIABLE):
        store_seconds()
