"""The format of histories is the one that openapi/history.md describes."""

import re
import sys
from pathlib import Path
from typing import Any

from msgspec import json

from domain.audit.format import FORMAT, CommandLine, Header
from domain.fairness import chain, draws, salts
from domain.fairness.canonical import canon
from domain.fairness.chain import first_head, next_head
from domain.fairness.draws import permutation
from domain.fairness.seed import commitment, mix
from openapi.clients import verify as one_file

PAGE = (Path(one_file.__file__).parents[1] / "history.md").read_text()
CLIENT = Path(one_file.__file__).read_text()


def vectors() -> Any:
    [block] = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
    return json.decode(block)


def test_the_vectors_are_true_of_the_server() -> None:
    v = vectors()
    seed, event = bytes.fromhex(v["seed"]), v["event"].encode()
    assert commitment(v["table"], seed) == v["commitment"]
    key = mix(v["table"], seed, v["entropies"])
    assert key.hex() == v["mixed_key"]
    for draw in v["draws"]:
        if isinstance(draw["got"], int):
            assert draws.number(key, draw["label"], draw["of"]) == draw["got"]
        else:
            assert [*permutation(key, draw["label"], draw["of"])] == draw["got"]
    assert canon(json.decode(event)) == event
    salt, head = salts.salt(seed, 1), first_head(v["table"])
    assert (salt.hex(), salts.salt(seed, 300).hex()) == (v["salt_1"], v["salt_300"])
    leaf = chain.leaf(salt, event)
    assert (head.hex(), leaf.hex()) == (v["head_0"], v["leaf_1"])
    assert next_head(head, leaf).hex() == v["head_1"]


def test_the_vectors_are_true_of_the_one_file_verifier() -> None:
    v = vectors()
    seed = bytes.fromhex(v["seed"])
    tag, sha, mac = one_file.tag, one_file.sha, one_file.mac
    assert sha(tag("seed"), v["table"].encode(), seed).hex() == v["commitment"]
    key = mac(seed, tag("mix"), v["table"].encode(), *map(one_file.sized, v["entropies"]))
    assert key.hex() == v["mixed_key"]
    for draw in v["draws"]:
        assert one_file.drawn(key, draw["label"], draw["of"], draw["got"]) == draw["got"]
    event, _ = one_file.value_at(v["event"], 0)
    assert one_file.leaf(bytes.fromhex(v["salt_1"]), event).hex() == v["leaf_1"]
    assert one_file.chain(v["table"], seed, []).hex() == v["head_0"]
    assert one_file.chain(v["table"], seed, [event]).hex() == v["head_1"]


def test_the_page_names_every_field() -> None:
    assert FORMAT in PAGE
    for field in (*Header.__struct_fields__, *CommandLine.__struct_fields__):
        assert f"`{field}`" in PAGE or f'"{field}"' in PAGE, field


def test_the_one_file_verifier_needs_nothing_but_the_standard_library() -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", CLIENT, re.M)
    assert set(imported) <= set(sys.stdlib_module_names)
    assert len(CLIENT.splitlines()) <= 300
