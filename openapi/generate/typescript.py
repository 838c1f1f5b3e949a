"""The TypeScript client: types by openapi-typescript, to be used with openapi-fetch."""

import subprocess
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "tools"
PROGRAM = TOOLS / "node_modules" / ".bin" / "openapi-typescript"


def generate(document: Path, folder: Path) -> list[Path]:
    if not PROGRAM.exists():
        raise SystemExit("openapi-typescript is not here yet: run `make tools` (needs Node.js 20)")
    types = folder / "ludotheque.d.ts"
    arguments = [
        str(document.resolve()),
        "--output",
        str(types.resolve()),
        "--root-types",
    ]
    subprocess.run([str(PROGRAM), *arguments], check=True, capture_output=True)
    return [types]
