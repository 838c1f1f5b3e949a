"""What the pages say about the code is true."""

import re
from functools import reduce
from importlib import import_module

from api.pages.documentation.pages import page

MOST_STOPS = 15
_STOP = re.compile(r"^(\d+)\. `([a-z_/]+)\.py:([A-Za-z_.]+)`", re.MULTILINE)


def test_every_stop_on_the_path_of_a_command_exists() -> None:
    stops = _STOP.findall(page("command-path"))
    assert 0 < len(stops) <= MOST_STOPS
    assert [int(number) for number, _, _ in stops] == [*range(1, len(stops) + 1)]
    for _, module, name in stops:
        found = reduce(getattr, name.split("."), import_module(module.replace("/", ".")))
        assert callable(found)


def test_every_line_of_a_list_on_that_page_is_a_stop() -> None:
    text = page("command-path")
    assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) == len(_STOP.findall(text))
