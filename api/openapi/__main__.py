"""`python -m api.openapi` writes the committed document; `--check` fails if it is stale."""

import sys
from pathlib import Path

from api.openapi.document import written

COMMITTED = Path(__file__).parents[2] / "openapi" / "openapi.json"


def main(arguments: list[str]) -> int:
    if "--check" not in arguments:
        COMMITTED.write_bytes(written())
        return 0
    if COMMITTED.exists() and COMMITTED.read_bytes() == written():
        return 0
    print("openapi/openapi.json is not up to date: run `make openapi`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
