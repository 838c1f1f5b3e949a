"""Which advisories (OSV format, as in PyPA's database) affect a version of a package."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Advisory(NamedTuple):
    id: str
    modified: str
    affected: tuple[Any, ...]  # entries of one package: `versions` and `ranges`


def locked(lock_file: str) -> set[tuple[str, str]]:
    """Return name and version of every package of a lock file."""
    return {(canonicalize_name(name), version) for name, version in _PIN.findall(lock_file)}


def advisories(database: Path) -> dict[str, list[Advisory]]:
    """Return all advisories that were not withdrawn, by the name of the package."""
    found: dict[str, list[Advisory]] = defaultdict(list)
    files = sorted(database.glob("vulns/*/*.yaml"))
    if not files:
        raise SystemExit(f"{database} holds no advisories; clone pypa/advisory-database there.")
    for file in files:
        entry = yaml.load(file.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if entry.get("withdrawn"):
            continue
        by_name: dict[str, list[Any]] = defaultdict(list)
        for affected in entry["affected"]:
            by_name[canonicalize_name(affected["package"]["name"])].append(affected)
        for name, parts in by_name.items():
            found[name].append(Advisory(entry["id"], str(entry["modified"]), tuple(parts)))
    return found


def affecting(known: dict[str, list[Advisory]], name: str, version: str) -> list[Advisory]:
    """Return the advisories that affect this version of a package."""
    return [
        advisory
        for advisory in known.get(name, ())
        if any(_affects(part, Version(version)) for part in advisory.affected)
    ]


def _affects(part: Any, version: Version) -> bool:
    if any(_is(listed, version) for listed in part.get("versions", ())):
        return True
    ranges = (each for each in part.get("ranges", ()) if each["type"] == "ECOSYSTEM")
    return any(_in_range(each["events"], version) for each in ranges)


def _in_range(events: list[dict[str, Any]], version: Version) -> bool:
    inside = False
    for event in events:  # in the order of the versions
        if "introduced" in event and version >= Version(str(event["introduced"])):
            inside = True
        if "fixed" in event and version >= Version(str(event["fixed"])):
            inside = False
        if "last_affected" in event and version > Version(str(event["last_affected"])):
            inside = False
    return inside


def _is(listed: object, version: Version) -> bool:
    try:
        return Version(str(listed)) == version
    except InvalidVersion:  # old packages have some
        return False
