"""TypeScript: the types by openapi-typescript; openapi-fetch is all the client there is to it."""

import subprocess
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "tools"
PROGRAM = TOOLS / "node_modules" / ".bin" / "openapi-typescript"


def generate(document: Path, folder: Path) -> list[Path]:
    if not PROGRAM.exists():
        raise SystemExit("openapi-typescript is not here yet: run `make tools` (needs Node.js 20)")
    made = folder / "ludotheque.d.ts"
    words = [
        str(document.resolve()),
        "--output",
        str(made.resolve()),
        "--root-types",
        "--default-non-nullable=false",
    ]
    subprocess.run([str(PROGRAM), *words], check=True, capture_output=True)
    return [made]
