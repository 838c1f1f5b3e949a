"""`python -m openapi.stability`: lists incompatible changes since the last release.

`--release` makes the committed document the released one.
"""

import argparse
import sys

from openapi.stability.promises import COMMITTED, RELEASED, admitted, promised


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--release", action="store_true", help="make the committed document the released one"
    )
    if parser.parse_args().release:
        RELEASED.write_bytes(COMMITTED.read_bytes())
        return 0
    broken, listed = promised(), admitted()
    for promise in broken:
        print(f"{'listed  ' if promise in listed else 'UNLISTED'}  {promise}")
    return int(any(promise not in listed for promise in broken))


if __name__ == "__main__":
    sys.exit(main())
