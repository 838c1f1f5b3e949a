"""Two linters with their default rules find no fault in the document."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents.npm import needs_node, npm
from tests.support.paths import ROOT

DOCUMENT = str(ROOT / "openapi" / "openapi.json")
COMPONENTS = "#/components/"


@needs_node
def test_redocly_finds_nothing() -> None:
    ran = npm("redocly", "lint", DOCUMENT, "--format=json")
    found = json.loads(ran.stdout[ran.stdout.index("{") :])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"]


@pytest.mark.long
@needs_node
def test_spectral_finds_nothing() -> None:
    assert found_by_spectral(DOCUMENT) == []


@needs_node
def test_spectral_finds_only_what_was_planted_in_one_operation_of_each_tag(tmp_path: Path) -> None:
    """The whole document takes it ten times as long."""
    seen: set[str] = set()

    def first_of_its_tag(operation: dict[str, Any]) -> bool:
        new = set(operation["tags"]) - seen
        seen.update(new)
        return bool(new)

    part = part_of_document(first_of_its_tag)
    assert len(part["paths"]) > 8
    operation = next(iter(next(iter(part["paths"].values())).values()))
    del operation["description"]
    (tmp_path / "part.json").write_text(json.dumps(part))
    found = found_by_spectral(str(tmp_path / "part.json"))
    assert [each["code"] for each in found] == ["operation-description"]


def found_by_spectral(document: str) -> list[dict[str, Any]]:
    rules = str(ROOT / "openapi" / "tools" / "spectral.json")
    ran = npm("spectral", "lint", document, "-r", rules, "-f", "json")
    found: list[dict[str, Any]] = json.loads(ran.stdout[: ran.stdout.rindex("]") + 1])
    return found


def part_of_document(wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the document with these operations only."""
    document: dict[str, Any] = json.loads(Path(DOCUMENT).read_bytes())
    paths: dict[str, dict[str, Any]] = {}
    for path, item in document["paths"].items():
        operations = {method: each for method, each in item.items() if wanted(each)}
        if operations:
            paths[path] = operations
    return document | {"paths": paths, "components": _used(paths, document["components"])}


def _used(paths: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    used: dict[str, Any] = {"securitySchemes": components["securitySchemes"]}
    names = list(_references(paths))
    while names:
        kind, _, name = names.pop().removeprefix(COMPONENTS).partition("/")
        if name not in used.setdefault(kind, {}):
            used[kind][name] = components[kind][name]
            names += _references(used[kind][name])
    return used


def _references(value: Any) -> Iterator[str]:
    """Yield every reference to a component; the mapping of a union has references, too."""
    if isinstance(value, str) and value.startswith(COMPONENTS):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _references(each)
