"""`python -m openapi.generate python|typescript [--out FOLDER]`: a typed client of this server.

`wheel` and `tarball` pack it, for pip and for npm, into dist. Reads only
openapi/openapi.json, or another copy of the document with `--document`.
"""

import argparse
import sys
from pathlib import Path

from openapi.generate import packages, python, typescript

ROOT = Path(__file__).parents[2]
LANGUAGES = {"python": python.generate, "typescript": typescript.generate}
PACKAGES = {"wheel": packages.python_wheel, "tarball": packages.npm_tarball}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m openapi.generate", description=__doc__)
    parser.add_argument("language", choices=[*LANGUAGES, *PACKAGES])
    parser.add_argument("--document", type=Path, default=ROOT / "openapi" / "openapi.json")
    parser.add_argument("--out", type=Path, help="default: build/clients/<language>")
    chosen = parser.parse_args()
    if chosen.language in PACKAGES:
        work, out = ROOT / "build" / "clients" / chosen.language, ROOT / "dist"
        print(PACKAGES[chosen.language](chosen.document, work, chosen.out or out))
        return 0
    folder = chosen.out or ROOT / "build" / "clients" / chosen.language
    folder.mkdir(parents=True, exist_ok=True)
    for file in LANGUAGES[chosen.language](chosen.document, folder):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
