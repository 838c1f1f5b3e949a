"""`python -m openapi.generate python|typescript [--out FOLDER]`: a typed client of this server.

Reads nothing but openapi/openapi.json, so it works from a copy of that file alone.
"""

import argparse
import sys
from pathlib import Path

from openapi.generate import python, typescript

ROOT = Path(__file__).parents[2]
LANGUAGES = {"python": python.generate, "typescript": typescript.generate}


def main() -> int:
    wanted = argparse.ArgumentParser(prog="python -m openapi.generate", description=__doc__)
    wanted.add_argument("language", choices=LANGUAGES)
    wanted.add_argument("--document", type=Path, default=ROOT / "openapi" / "openapi.json")
    wanted.add_argument("--out", type=Path, help="default: build/clients/<language>")
    chosen = wanted.parse_args()
    folder = chosen.out or ROOT / "build" / "clients" / chosen.language
    folder.mkdir(parents=True, exist_ok=True)
    for made in LANGUAGES[chosen.language](chosen.document, folder):
        print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
