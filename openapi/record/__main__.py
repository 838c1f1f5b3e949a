"""`python -m openapi.record`: plays a few tables of every game and records requests and answers.

Writes api/openapi/examples.json, from which the document takes its examples. `--search` first
searches for the tables of a game to play: needed when one of its events has no example; it may
take minutes.
"""

import argparse
import sys

from api.openapi.examples import RECORDED
from domain.games import GAMES
from openapi.record.options import store
from openapi.record.session import recorded, search


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--search", choices=GAMES, help="search for new example tables of this game"
    )
    if game := parser.parse_args().search:
        store(game, search(game))
    RECORDED.write_bytes(recorded())
    return 0


if __name__ == "__main__":
    sys.exit(main())
