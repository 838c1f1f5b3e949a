"""Packs the generated clients: a wheel for Python, and a tarball for npm."""

import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import json

from openapi.generate import python, typescript

NAME = "ludotheque-client"
DESCRIPTION = "A typed client of Ludothèque, generated from its OpenAPI document."
PYPROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
description = "{description}"
license = "MIT"
requires-python = ">=3.11"
dependencies = ["httpx>=0.28", "msgspec>=0.20"]
classifiers = ["Typing :: Typed"]

[tool.hatch.build.targets.wheel]
packages = ["ludotheque_client"]
"""
JAVASCRIPT = """\
import createClient from "openapi-fetch";

/** Return a client of the server at this address; with a token it acts for that player. */
export function ludotheque(baseUrl, token) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient({ baseUrl, headers });
}
"""
TYPES = """\
import type { Client } from "openapi-fetch";
import type { paths } from "./ludotheque.js";

export type * from "./ludotheque.js";

/** Return a client of the server at this address; with a token it acts for that player. */
export declare function ludotheque(baseUrl: string, token?: string): Client<paths>;
"""


def python_wheel(document: Path, work: Path, out: Path) -> Path:
    """Build the wheel `ludotheque-client` into the folder `out`."""
    package = _emptied(work) / "ludotheque_client"
    package.mkdir()
    python.generate(document, package)
    (package / "py.typed").touch()
    named = {"name": NAME, "version": version_of(document), "description": DESCRIPTION}
    (work / "pyproject.toml").write_text(PYPROJECT.format(**named), encoding="utf-8")
    _run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out.resolve())], work
    )
    return out / f"ludotheque_client-{version_of(document)}-py3-none-any.whl"


def npm_tarball(document: Path, work: Path, out: Path) -> Path:
    """Pack the tarball `ludotheque-client` for npm into the folder `out`."""
    typescript.generate(document, _emptied(work))
    (work / "index.js").write_text(JAVASCRIPT, encoding="utf-8")
    (work / "index.d.ts").write_text(TYPES, encoding="utf-8")
    manifest = json.format(json.encode(package_json(document)), indent=2)
    (work / "package.json").write_bytes(manifest + b"\n")
    out.mkdir(parents=True, exist_ok=True)
    _run(["npm", "pack", "--silent", "--pack-destination", str(out.resolve())], work)
    return out / f"{NAME}-{version_of(document)}.tgz"


def package_json(document: Path) -> dict[str, object]:
    """Return the manifest for npm; the client library is the version that our tests use."""
    tools = json.decode((typescript.TOOLS / "package.json").read_bytes())
    return {
        "name": NAME,
        "version": version_of(document),
        "description": DESCRIPTION,
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "files": ["index.js", "index.d.ts", "ludotheque.d.ts"],
        "dependencies": {"openapi-fetch": tools["dependencies"]["openapi-fetch"]},
    }


def version_of(document: Path) -> str:
    """Return the version of the API that a document describes."""
    return str(json.decode(document.read_bytes())["info"]["version"])


def _emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _run(command: list[str], cwd: Path) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} failed: {done.stderr or done.stdout}")
