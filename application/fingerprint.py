"""A fingerprint of the rules: snapshots of another version of the server are never read."""

import hashlib
from functools import cache
from pathlib import Path

import domain

SUFFIXES = (".py", ".json")  # the source and its data


@cache
def domain_fingerprint() -> str:
    """Return 16 digits that change with any file of the domain, and so with any edition."""
    root, digest = Path(str(domain.__file__)).parent, hashlib.sha256()
    for file in sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
