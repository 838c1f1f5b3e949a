"""`python -m openapi.fuzz` (`make fuzz`): schemathesis tries to break the server, at length.

Both ways, in process and over HTTP, each for a bounded time; exit 1 if anything was found.
"""

import argparse
import sys

from openapi.fuzz.run import Found, Wish, fuzzed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=200, help="of each operation and phase")
    parser.add_argument("--walks", type=int, default=200, help="along the links")
    parser.add_argument("--seed", type=int, default=1, help="the same seed tries the same")
    parser.add_argument("--seconds", type=int, default=300, help="each way")
    asked = parser.parse_args()
    good = True
    for over_http in (False, True):
        wish = Wish(asked.examples, asked.walks, 40, asked.seed, asked.seconds, over_http)
        found = fuzzed(wish)
        tell("over HTTP" if over_http else "in process", found)
        good = good and found.good
    return 0 if good else 1


def tell(way: str, found: Found) -> None:
    tour = found.tour
    print(f"{way}: {len(found.failures)} failures, {len(found.errors)} errors")
    print(
        f"  {found.walks} walks: {tour.share_of_operations:.0%} of operations, "
        f"{tour.share_of_links:.0%} of links"
    )
    print(f"  tables finished: {found.finished}")
    for fault in (*found.failures, *found.errors):
        print(f"  {fault}")


if __name__ == "__main__":
    sys.exit(main())
