"""The format of histories is the one that openapi/history.md describes."""

import re
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import json

from domain.audit.format import AncestorLine, CommandLine, CommandRecord, EventLine, Header
from domain.fairness import draws
from domain.fairness.chain import FORMAT_3, canon, commitment, first_head, mix, sealed_luck
from domain.fairness.draws import permutation
from domain.judging.stored import Entry, entries_from, extend
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
    entry, head = Entry(1, (one, two), record), first_head(table)
    of_command, leaf_of_command, salts, leaves = entry.seals(seed)
    assert of_command is not None
    assert leaf_of_command is not None
    assert of_command.hex() == v["command_salt_1"]
    assert [each.hex() for each in salts] == [v["salt_1"], v["salt_2"]]
    told = [v["command_leaf_1"], v["leaf_1"], v["leaf_2"]]
    assert [each.hex() for each in (leaf_of_command, *leaves)] == told
    assert (head.hex(), entry.next_head(head, seed).hex()) == (v["head_0"], v["head_2"])
    for long in v["long_commits"]:
        entries = [*entries_from([one] * long["events"], {1: record})]
        assert entries[-1].seals(seed).salts[-1].hex() == long["last_salt"]
        assert extend(head, seed, entries).hex() == long["head"]
    signed = v["signed"]
    entry = Entry(3, (signed["event_3"].encode(),), signed["record"].encode())
    _, leaf_of_command, _, leaves = entry.seals(seed)
    assert leaf_of_command is not None
    told = [signed["command_leaf_3"], signed["leaf_3"], signed["head_3"]]
    after = entry.next_head(bytes.fromhex(v["head_2"]), seed)
    assert [each.hex() for each in (leaf_of_command, *leaves, after)] == told
    assert json.decode(signed["record"], type=CommandRecord).seen == 2


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
    salts = [one_file.command_salt(seed, 1), *(one_file.salt_of(seed, n) for n in (1, 2))]
    assert [each.hex() for each in salts] == [v["command_salt_1"], v["salt_1"], v["salt_2"]]
    command, zero = one_file.command_leaf(salts[0], record), one_file.first_head(table)
    leaves = [one_file.leaf(salts[1], one), one_file.leaf(salts[2], two)]
    told = [v["command_leaf_1"], v["leaf_1"], v["leaf_2"]]
    assert [each.hex() for each in (command, *leaves)] == told
    assert one_file.next_head(zero, command, leaves).hex() == v["head_2"]
    for long in v["long_commits"]:
        others = [one_file.salt_of(seed, n) for n in range(1, long["events"] + 1)]
        assert others[-1].hex() == long["last_salt"]
        leaves = [one_file.leaf(each, one) for each in others]
        head = one_file.next_head(zero, command, leaves)
        assert head.hex() == long["head"]
    record, event = (one_file.value_at(v["signed"][n], 0)[0] for n in ("record", "event_3"))
    one_file.check_record(record, 3)
    command = one_file.command_leaf(one_file.command_salt(seed, 3), record)
    leaf = one_file.leaf(one_file.salt_of(seed, 3), event)
    made = [command, leaf, one_file.next_head(bytes.fromhex(v["head_2"]), command, [leaf])]
    told = [v["signed"][name] for name in ("command_leaf_3", "leaf_3", "head_3")]
    assert [each.hex() for each in made] == told


def test_the_page_names_every_field() -> None:
    assert FORMAT_3.name in PAGE
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
    assert len(CLIENT.splitlines()) < 1_400
