"""`python -m openapi.record`: plays a short table of every game and keeps what was said.

Writes api/examples.json, from which the document takes its examples.
"""

import sys

from api.examples import RECORDED
from openapi.record.session import recorded


def main() -> int:
    RECORDED.write_bytes(recorded())
    return 0


if __name__ == "__main__":
    sys.exit(main())
