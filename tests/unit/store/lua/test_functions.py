"""Lua libraries carry the hash of all texts in their names, and their helpers with them."""

import re

from redis.exceptions import ResponseError

from store.lua import functions


def test_every_library_and_function_has_the_same_version_in_its_name() -> None:
    names = {name for text in functions.LIBRARIES for name in re.findall(r"ludotheque_\w+", text)}
    versions = {re.sub(r"^(ludotheque_[0-9a-f]{12})_.*", r"\1", name) for name in names}
    assert len(versions) == 1
    assert functions.fcall("append", [])[1] in names


def test_the_first_line_names_the_library_and_the_helpers_follow() -> None:
    for text in functions.LIBRARIES:
        assert text.startswith("#!lua name=ludotheque_")
        assert text.index("local function whole(") < text.index("redis.register_function")


def test_no_two_libraries_register_the_same_function() -> None:
    pattern = r"(?:register_function\(|function_name = )'(\w+)'"
    registered = [name for text in functions.LIBRARIES for name in re.findall(pattern, text)]
    assert len(registered) == len(set(registered)) > 20


def test_a_call_counts_its_keys() -> None:
    command = functions.fcall("lease", ["one", "two"], "now", 5)
    assert command[0] == "FCALL"
    assert command[2:] == [2, "one", "two", "now", 5]


def test_a_missing_function_is_recognised() -> None:
    assert functions.is_missing(ResponseError("ERR Function not found"))
    assert not functions.is_missing(ResponseError("ERR other"))
