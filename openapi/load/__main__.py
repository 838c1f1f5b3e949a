"""`python -m openapi.load`: a bounded load run against a server on this machine.

python -m openapi.load --seconds 10 --tables 16
python -m openapi.load --base http://127.0.0.1:8000 --rate 5 --seats 8
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from openapi.load.own_server import DidNotStart
from openapi.load.run import Profile, run
from openapi.load.tally import readable
from openapi.load.target import NotAllowed, target


def asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    words = argparse.ArgumentParser(prog="python -m openapi.load", description=__doc__)
    words.add_argument("--base", help="a running server [port 8000 of this machine, or an own one]")
    words.add_argument("--game", default="gumball_rally")
    words.add_argument("--seats", type=int, default=3)
    words.add_argument("--tables", type=int, default=16, help="most tables at once [16]")
    words.add_argument("--seconds", type=float, default=10.0, help="[10]")
    words.add_argument("--rate", type=float, help="new tables per second, come what may")
    words.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    words.add_argument("--i-own-this-server", action="store_true", help="load another machine")
    return words.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = asked(arguments)
    profile = Profile(chosen.game, chosen.seats, chosen.tables, chosen.seconds, chosen.rate)
    try:
        with target(chosen.base, chosen.i_own_this_server) as base:
            print(f"loading {base} for {profile.seconds:g} s", flush=True)
            report = asyncio.run(run(base, profile, lambda text: print(text, flush=True)))
    except (NotAllowed, DidNotStart) as why:
        print(why, file=sys.stderr)
        return 2
    print(readable(report))
    if chosen.json is not None:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps(report, indent=2) + "\n")
    return 0 if report["tables"]["begun"] else 1


if __name__ == "__main__":
    sys.exit(main())
