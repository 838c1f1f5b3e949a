"""Log lines: one per record, in the chosen format, without secrets."""

import json
import logging
from typing import Any

import pytest

from application.ops.logging import FORMATTERS, ROOT, configure_logging
from application.setting_values import SettingError
from application.settings import Settings


def logged(
    form: str, message: str, *args: Any, fault: BaseException | None = None, **more: Any
) -> str:
    told = logging.LogRecord(
        "ludotheque", logging.ERROR, "here.py", 1, message, args, _info(fault) if fault else None
    )
    vars(told).update(more)
    return FORMATTERS[form]().format(told)


def _info(fault: BaseException) -> Any:
    return type(fault), fault, fault.__traceback__


def failed() -> BaseException:
    with pytest.raises(RuntimeError) as caught:
        _fail({})
    return caught.value


def _fail(hand: dict[str, int]) -> None:
    try:
        hand["R-black-7"] += 1
    except KeyError as cause:
        raise RuntimeError("the hand is R-black-7, the seed is 5eed") from cause


def test_json_is_one_object_a_line() -> None:
    line = logged("json", "table %s is\nslow", "abc", ms=12.5, route="/v1/games")
    assert "\n" not in line
    told = json.loads(line)
    assert told.pop("at").endswith("Z")
    assert told == {
        "level": "error",
        "logger": "ludotheque",
        "message": "table abc is\nslow",
        "ms": 12.5,
        "route": "/v1/games",
    }


def test_text_is_the_default_and_says_the_same() -> None:
    assert Settings().log_format == "text"
    line = logged("text", "table %s", "abc", ms=12.5)
    assert line.endswith(" error ludotheque: table abc ms=12.5")


@pytest.mark.parametrize("form", ["json", "text"])
def test_only_kind_and_place_of_a_fault_are_logged(form: str) -> None:
    line = logged(form, "a fault", fault=failed())
    assert "RuntimeError" in line
    assert "KeyError" in line
    assert "test_logging.py" in line
    assert "R-black" not in line
    assert "5eed" not in line
    assert str(ROOT) not in line


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("GET /x with Authorization: Bearer abc-DEF_123", "abc-DEF_123"),
        ("GET /v1/tables/t/events/stream?ticket=abc123&lang=en", "abc123"),
        ("connecting to redis://user:pa55word@store:6379/0", "pa55word"),
    ],
)
def test_secrets_in_messages_of_others_are_left_out(text: str, secret: str) -> None:
    for form in FORMATTERS:
        line = logged(form, text)
        assert secret not in line
        assert "…" in line


def test_another_format_is_rejected_by_name() -> None:
    with pytest.raises(SettingError, match="LUDOTHEQUE_LOG"):
        Settings.from_environment({"LUDOTHEQUE_LOG": "xml"})


@pytest.mark.parametrize("log_format", sorted(FORMATTERS))
def test_log_lines_go_to_stderr_in_the_configured_format(
    log_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    root.handlers.clear()
    try:
        configure_logging(log_format)
        logging.getLogger("ludotheque.test").warning("table %s", "abc")
        logging.getLogger("ludotheque.test").info("not shown")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    [line] = capsys.readouterr().err.splitlines()
    assert "abc" in line
    assert (line[0] == "{") == (log_format == "json")
