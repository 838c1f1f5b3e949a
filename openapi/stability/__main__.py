"""`python -m openapi.stability`: lists incompatible changes since the last release.

`--accept` lists them in accepted.txt; `--release` makes the committed document the released one.
"""

import argparse
import sys

from openapi.stability.promises import accept, accepted, promised, release


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="accept the changes, one by one")
    parser.add_argument(
        "--release", action="store_true", help="make the committed document the released one"
    )
    chosen = parser.parse_args()
    if chosen.release:
        release()
    elif chosen.accept:
        accept()
    broken, listed = promised(), accepted()
    for promise in broken:
        print(f"{'listed  ' if promise in listed else 'UNLISTED'}  {promise}")
    return int(not listed.issuperset(broken))


if __name__ == "__main__":
    sys.exit(main())
