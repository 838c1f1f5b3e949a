"""`python -m openapi.stability`: lists incompatible changes since the last release.

`--release` makes the committed document the released one.
"""

import argparse
import sys

from openapi.stability.promises import accepted, promised, release, unlisted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--release", action="store_true", help="make the committed document the released one"
    )
    if parser.parse_args().release:
        release()
        return 0
    broken = promised()
    missing = unlisted(broken, accepted())
    for promise in broken:
        print(f"{'UNLISTED' if promise in missing else 'listed  '}  {promise}")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
