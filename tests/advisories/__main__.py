"""`python -m tests.advisories DIR`: compares the lock files with a copy of PyPA's advisories.

DIR is a clone of github.com/pypa/advisory-database. Needs no network; `make audit` asks PyPI.
"""

import argparse
import sys
from pathlib import Path

from tests.advisories.compare import advisories, affecting, locked
from tests.support.paths import ROOT

LOCK_FILES = ("requirements.lock", "requirements-dev.lock")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.advisories", description=__doc__)
    parser.add_argument("database", type=Path, metavar="DIR")
    known = advisories(parser.parse_args().database)
    versions = {pin for name in LOCK_FILES for pin in locked((ROOT / name).read_text())}
    found = [
        f"{name} {version}: {advisory.id}"
        for name, version in sorted(versions)
        for advisory in affecting(known, name, version)
    ]
    newest = max(advisory.modified for each in known.values() for advisory in each)
    count = sum(map(len, known.values()))
    print(f"{len(versions)} locked versions, {count} advisories, the newest of {newest[:10]}")
    print("\n".join(found) or "None of the locked versions is affected.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
