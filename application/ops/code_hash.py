"""A fingerprint of the rules: snapshots of another version of the server are never read."""

import hashlib
from functools import cache
from pathlib import Path

import domain
from domain.games import INSTALLED
from domain.kernel.data_files import rules_hash

SUFFIXES = (".py", ".json")  # the source and its data


@cache
def domain_fingerprint() -> str:
    """Return 16 digits that change with any file of the domain or of an installed game."""
    root, digest = Path(str(domain.__file__)).parent, hashlib.sha256()
    for file in sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    for game in INSTALLED:
        digest.update(f"{game.key}\0{rules_hash(game.editions[0].package)}\0".encode())
    return digest.hexdigest()[:16]
