"""The format of histories is the one that openapi/history.md describes."""

import re
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import json

from domain.audit.format import FORMAT, AncestorLine, CommandLine, CommandRecord, EventLine, Header
from domain.fairness import chain, draws, salts
from domain.fairness.canonical import canon
from domain.fairness.chain import first_head, link
from domain.fairness.draws import permutation
from domain.fairness.seed import commitment, mix, sealed_luck
from domain.kernel.messages import Command, Event
from domain.table.commands import TableCommand
from domain.table.events import TableEvent
from domain.table.state import Status
from openapi.clients import verify as one_file

PAGE = (Path(one_file.__file__).parents[1] / "history.md").read_text()
CLIENT = Path(one_file.__file__).read_text()


def vectors() -> Any:
    [block] = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
    return json.decode(block)


def test_the_vectors_are_true_of_the_server() -> None:
    v = vectors()
    table, seed = v["table"], bytes.fromhex(v["seed"])
    assert commitment(table, seed) == v["commitment"]
    assert sealed_luck(table, v["player"], bytes.fromhex(v["share"])) == v["sealed_luck"]
    key = mix(table, seed, [bytes.fromhex(share) for share in v["shares"]])
    assert key.hex() == v["mixed_key"]
    for draw in v["draws"]:
        if isinstance(draw["got"], int):
            assert draws.number(key, draw["label"], draw["of"]) == draw["got"]
        else:
            assert [*permutation(key, draw["label"], draw["of"])] == draw["got"]
    record, one, two = (v[name].encode() for name in ("record", "event_1", "event_2"))
    assert [canon(json.decode(raw)) for raw in (record, one, two)] == [record, one, two]
    salt, head = salts.salt(seed, 1), first_head(table)
    assert (salt.hex(), salts.salt(seed, 300).hex()) == (v["salt_1"], v["salt_300"])
    assert salts.command_salt(seed, 1).hex() == v["command_salt_1"]
    command = chain.command_leaf(salts.command_salt(seed, 1), record)
    leaves = (command.hex(), chain.leaf(salt, one).hex())
    assert (head.hex(), *leaves) == (v["head_0"], v["command_leaf_1"], v["leaf_1"])
    first = link(head, seed, 1, one, record)
    assert (first.hex(), link(first, seed, 2, two, None).hex()) == (v["head_1"], v["head_2"])


def test_the_vectors_are_true_of_the_one_file_verifier() -> None:
    v = vectors()
    table, seed = v["table"], bytes.fromhex(v["seed"])
    assert one_file.commitment(table, seed) == v["commitment"]
    assert one_file.sealed_luck(table, v["player"], bytes.fromhex(v["share"])) == v["sealed_luck"]
    key = one_file.mixed_key(table, seed, [bytes.fromhex(share) for share in v["shares"]])
    assert key.hex() == v["mixed_key"]
    for draw in v["draws"]:
        assert one_file.drawn(key, draw["label"], draw["of"], draw["got"]) == draw["got"]
    record, one, two = (one_file.value_at(v[n], 0)[0] for n in ("record", "event_1", "event_2"))
    command = one_file.command_leaf(one_file.command_salt(seed, 1), record)
    first = one_file.leaf(one_file.salt_of(seed, 1), one)
    assert (command.hex(), first.hex()) == (v["command_leaf_1"], v["leaf_1"])
    head = one_file.next_head(one_file.first_head(table), first, command)
    second = one_file.leaf(one_file.salt_of(seed, 2), two)
    assert head.hex() == v["head_1"]
    assert one_file.next_head(head, second, None).hex() == v["head_2"]


def test_the_page_names_every_field() -> None:
    assert FORMAT in PAGE
    lines = (Header, CommandLine, CommandRecord, AncestorLine, EventLine)
    for field in (name for line in lines for name in line.__struct_fields__):
        assert f"`{field}`" in PAGE or f'"{field}"' in PAGE, field


@pytest.mark.parametrize("event", get_args(TableEvent))
def test_the_page_names_every_field_of_every_table_event(event: type[Event]) -> None:
    [row] = re.findall(rf"^\| `{re.escape(event.type)}` \|(.*?)\|", PAGE, re.M)
    for field in event.__struct_fields__:
        assert f"`{field}`" in row, field


@pytest.mark.parametrize("command", get_args(TableCommand))
def test_the_page_names_every_command_of_a_table_and_its_fields(command: type[Command]) -> None:
    tag = re.escape(str(command.__struct_config__.tag))
    row = re.findall(rf"^\| `{tag}` \|(.*?)\|", PAGE, re.M)[0]
    for field in command.__struct_fields__:
        assert f"`{field}`" in row, field


def test_the_page_names_every_status() -> None:
    for status in get_args(Status):
        assert f"`{status}`" in PAGE, status


def test_the_one_file_verifier_needs_nothing_but_the_standard_library() -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", CLIENT, re.M)
    assert set(imported) <= set(sys.stdlib_module_names)
    assert len(CLIENT.splitlines()) < 1_300
