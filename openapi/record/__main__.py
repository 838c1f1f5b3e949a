"""`python -m openapi.record`: plays a few tables of every game and keeps what was said.

Writes api/examples.json, from which the document takes its examples. `--search` first looks for
the tables of a game to play: needed when one of its events has no example; may take minutes.
"""

import argparse
import sys

from api.openapi.examples import RECORDED
from domain.games import GAMES
from openapi.record.session import recorded, searched
from openapi.record.tables import keep


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", choices=GAMES, help="look anew for the tables of a game")
    if game := parser.parse_args().search:
        keep(game, searched(game))
    RECORDED.write_bytes(recorded())
    return 0


if __name__ == "__main__":
    sys.exit(main())
