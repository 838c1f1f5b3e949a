"""Checks that the parts of a read model agree with the rows that should be in it."""

import re
from collections.abc import Callable, Mapping, Set
from typing import NamedTuple

from workers.upkeep.keys.found import ModelContents
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound, Rebuild

GENERATION = re.compile(r"a|g(\d+)", re.ASCII)


class Expected(NamedTuple):
    """Where a row should stand: in each of these indexes, as this member."""

    is_place: Callable[[str], bool]  # whether this is what the places should say
    indexes: tuple[str, ...]
    member: str


class ModelKeys:
    """The keys of one read model."""

    def __init__(self, inspection: Inspection, model: str) -> None:
        self._inspection = inspection
        self._model = model

    def finding(self, contents: ModelContents, part: str, why: str, name: str = "") -> DamageFound:
        key = self._inspection.model_key(self._model, contents.generation, part, name)
        kind = f"{self._model.replace('_', ' ')}: {part.replace('_', ' ')}"
        return DamageFound(DamagedKey(key, kind, why, REPAIR), Rebuild(self._model))

    def generations(self, contents: ModelContents) -> list[DamageFound]:
        """Check the keys that say which generation is served, built, and the newest."""
        found = []
        served = GENERATION.fullmatch(contents.generation)
        if served is None:
            found.append(self.finding(contents, "current", "It names no generation."))
        if contents.building and GENERATION.fullmatch(contents.building) is None:
            found.append(self.finding(contents, "next", "It names no generation."))
        begun = contents.begun or "0"
        newest = int(served[1] or 0) if served else 0
        if not begun.isdigit():
            found.append(self.finding(contents, "count", "It is no number."))
        elif int(begun) < newest:
            why = f"Generation {contents.generation} is served, but only {begun} were begun."
            found += [self.finding(contents, part, why) for part in ("current", "count")]
        return found

    def arrangement(
        self, contents: ModelContents, expected: Mapping[str, Expected], unknown: Set[str]
    ) -> list[DamageFound]:
        """Check places and indexes; nothing is known about the rows that are `unknown`."""
        missing = expected.keys() - contents.places.keys()
        wrong = {
            name
            for name, place in contents.places.items()
            if name not in unknown
            and (
                name not in expected
                or not expected[name].is_place(place.decode("utf-8", "replace"))
            )
        }
        found = [
            self.finding(contents, "places", f"The place of {name} is missing or wrong.")
            for name in sorted(missing | wrong)
        ]
        wanted: dict[str, set[str]] = {}
        for one in expected.values():
            for index in one.indexes:
                wanted.setdefault(index, set()).add(one.member)
        for index in sorted(wanted.keys() | contents.indexes.keys()):
            found += self._index(contents, index, wanted.get(index, set()), unknown)
        return found

    def _index(
        self, contents: ModelContents, index: str, wanted: set[str], unknown: Set[str]
    ) -> list[DamageFound]:
        if index not in contents.index_names:
            why = f"The index {index} is not named."
            return [self.finding(contents, "index_names", why)]
        differ = wanted ^ contents.indexes[index]
        return [
            self.finding(contents, "index", f"{member} is missing or too much.", index)
            for member in sorted(differ)
            if member.rpartition("|")[2] not in unknown
        ]
