"""What other generators write from the document compiles strictly, and other tools can read it.

In CI, tests/unit/api/openapi/test_simplify.py checks what these generators stumbled over.
"""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.documents.npm import TOOLS
from tests.support.paths import OPENAPI_DOCUMENT
from tests.support.servers.ports import free_port
from tests.support.servers.processes import succeeds, until

TSC = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
STRICT = {
    "strict": True,
    "noEmit": True,
    "target": "ES2022",
    "module": "ESNext",
    "moduleResolution": "bundler",
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "types": ["node"],
    "typeRoots": [str(TOOLS / "node_modules" / "@types")],
}
INSTALLING, RUNNING = 600, 900  # seconds; most wait for a network or for other tests

needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
needs_tsc = pytest.mark.skipif(not TSC.exists(), reason="no TypeScript: run `make tools`")
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="Java is not installed")

ORVAL = """module.exports = {{ api: {{ input: {document}, output: {{
  target: "orval/api.ts", schemas: "orval/model", client: "fetch", mode: "split" }} }} }};"""
CONVERT = """const fs = require("fs");
require("openapi-to-postmanv2").convert(
  { type: "string", data: fs.readFileSync(process.argv[2], "utf8") }, {},
  (failure, done) => {
    if (failure || !done.result) throw failure ?? new Error(done.reason);
    process.stdout.write(JSON.stringify(done.output[0].data));
  });"""
TABLE = "/v1/tables/" + 26 * "a"
ANSWERED = ["/v1/games", "/v1/games/bug_race/components", "/v1/tables", TABLE, f"{TABLE}/events"]


def run(*words: object, cwd: Path, seconds: int = RUNNING) -> str:
    """Run a program and return what it writes; fail with all of it if the program fails."""
    ran = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=seconds
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def npm_install(folder: Path, *packages: str) -> Path:
    """Install packages from npm and return the folder of their programs."""
    (folder / "package.json").write_text('{"private": true}')
    options = ("--no-audit", "--no-fund", "--ignore-scripts", "--silent")
    run("npm", "install", *options, *packages, cwd=folder, seconds=INSTALLING)
    return folder / "node_modules" / ".bin"


def pip_install(folder: Path, *packages: str) -> Path:
    """Install packages from PyPI into an environment of their own; return its programs."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(programs / "pip", "install", *quiet, *packages, cwd=folder, seconds=INSTALLING)
    return programs


def compile_strictly(folder: Path, source: str) -> None:
    """Compile the TypeScript in a subfolder with `--strict`."""
    project = folder / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": STRICT, "include": [source]}))
    assert run("node", TSC, "--project", project, cwd=folder) == ""


pytestmark = pytest.mark.long


@needs_npm
@needs_tsc
def test_hey_api_writes_strict_typescript(tmp_path: Path) -> None:
    programs = npm_install(tmp_path, "@hey-api/openapi-ts@0.99.0", "typescript@5.9.3")
    chosen = ("-i", OPENAPI_DOCUMENT, "-o", "hey", "-c", "@hey-api/client-fetch")
    run(programs / "openapi-ts", *chosen, cwd=tmp_path)
    compile_strictly(tmp_path, "hey")


@needs_npm
@needs_tsc
def test_orval_writes_strict_typescript(tmp_path: Path) -> None:
    programs = npm_install(tmp_path, "orval@7.13.2")
    config = ORVAL.format(document=json.dumps(str(OPENAPI_DOCUMENT)))
    (tmp_path / "orval.config.cjs").write_text(config)
    run(programs / "orval", "--config", "orval.config.cjs", cwd=tmp_path)
    compile_strictly(tmp_path, "orval")


@needs_java
@needs_tsc
def test_typescript_fetch_is_strict_typescript(tmp_path: Path) -> None:
    programs = pip_install(tmp_path, "openapi-generator-cli==7.26.0")
    chosen = ("-g", "typescript-fetch", "-i", OPENAPI_DOCUMENT, "-o", "fetch")
    run(programs / "openapi-generator-cli", "generate", *chosen, cwd=tmp_path)
    compile_strictly(tmp_path, "fetch")


def test_openapi_python_client_is_strict_python(tmp_path: Path) -> None:
    programs = pip_install(tmp_path, "openapi-python-client==0.29.1", "mypy==2.4.1")
    (tmp_path / "config.yml").write_text("post_hooks: []\n")  # of ruff, which changes types
    where = ("--meta", "none", "--output-path", "ludotheque_client", "--config", "config.yml")
    run(
        programs / "openapi-python-client",
        *("generate", "--path", OPENAPI_DOCUMENT, *where),
        cwd=tmp_path,
    )
    assert "Success" in run(programs / "mypy", "--strict", "ludotheque_client", cwd=tmp_path)


@needs_npm
def test_postman_gets_every_operation_and_an_address(tmp_path: Path) -> None:
    npm_install(tmp_path, "openapi-to-postmanv2@6.3.3")
    (tmp_path / "convert.js").write_text(CONVERT)
    written = run("node", "convert.js", OPENAPI_DOCUMENT, cwd=tmp_path)
    collection = json.loads(written)
    address = {each["key"]: each["value"] for each in collection["variable"]}
    assert address["baseUrl"] == "http://127.0.0.1:8000"
    paths = json.loads(OPENAPI_DOCUMENT.read_bytes())["paths"]
    assert _requests(collection["item"]) == sum(len(item) for item in paths.values())


@needs_npm
def test_prism_answers_from_the_document(tmp_path: Path) -> None:
    programs, port = npm_install(tmp_path, "@stoplight/prism-cli@5.14.2"), free_port()
    base = f"http://127.0.0.1:{port}"
    words = ("mock", "-h", "127.0.0.1", "-p", str(port), str(OPENAPI_DOCUMENT))
    with (tmp_path / "log").open("wb") as log:
        mock = subprocess.Popen([str(programs / "prism"), *words], stdout=log, stderr=log)
    try:
        with httpx.Client(base_url=base, headers={"Authorization": "Bearer t"}) as http:
            until(lambda: succeeds("/health/live", http))
            for path in ANSWERED:
                assert http.get(path).raise_for_status().json(), path
    finally:
        mock.kill()
        mock.wait()


def _requests(items: list[dict[str, Any]]) -> int:
    """Return how many requests are in these folders."""
    return sum(_requests(each["item"]) if "item" in each else 1 for each in items)
