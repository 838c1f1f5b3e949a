"""A reader of transparency logs, written from RFC 6962 and the C2SP texts alone.

It shares no code with the server: the definitions of the tree are followed word by word, slowly.
"""

import base64
import hashlib
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Fetch = Callable[[str], bytes]  # of a path below the prefix of the log


def sha256(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def mth(entries: list[bytes]) -> bytes:
    """RFC 6962, 2.1: the Merkle Tree Hash."""
    n = len(entries)
    if n == 0:
        return sha256(b"")
    if n == 1:
        return sha256(b"\x00" + entries[0])
    k = 1
    while 2 * k < n:
        k *= 2
    return sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:]))


def path(m: int, entries: list[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.1: the Merkle Audit Path."""
    n = len(entries)
    if n == 1:
        return []
    k = 1
    while 2 * k < n:
        k *= 2
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m: int, entries: list[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.2: the Merkle Consistency Proof."""
    return _subproof(m, entries, True)


def _subproof(m: int, entries: list[bytes], whole: bool) -> list[bytes]:
    n = len(entries)
    if m == n:
        return [] if whole else [mth(entries)]
    k = 1
    while 2 * k < n:
        k *= 2
    if m <= k:
        return [*_subproof(m, entries[:k], whole), mth(entries[k:])]
    return [*_subproof(m - k, entries[k:], False), mth(entries[:k])]


def verified_by(vkey: str, note: bytes) -> bytes | None:
    """signed-note: return the text if the key has signed it (type 1) or cosigned it (type 4)."""
    name, key_hash, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded)
    assert sha256(name.encode() + b"\n" + key)[:4].hex() == key_hash
    cut = note.rindex(b"\n\n")
    text = note[: cut + 1]
    for line in note[cut + 2 :].decode().split("\n")[:-1]:
        dash, signer, signature = line.split(" ")
        raw = base64.b64decode(signature)
        if (dash, signer, raw[:4].hex()) != ("\u2014", name, key_hash):
            continue
        public, message, signed = Ed25519PublicKey.from_public_bytes(key[1:]), text, raw[4:]
        if key[0] == 4:
            at, signed = int.from_bytes(signed[:8], "big"), signed[8:]
            message = b"cosignature/v1\ntime %d\n" % at + text
        public.verify(signed, message)
        return text
    return None


def tile_path(level: str, n: int, width: int) -> str:
    """tlog-tiles: return tile/<L>/<N>[.p/<W>]."""
    digits = f"{n:d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    parts = [digits[i : i + 3] for i in range(0, len(digits), 3)]
    spelled = "/".join([f"x{part}" for part in parts[:-1]] + parts[-1:])
    return f"tile/{level}/{spelled}" + (f".p/{width}" if width < 256 else "")


class Checked:
    """A whole log, fetched and checked: the signature, every entry, and every tile."""

    def __init__(self, fetch: Fetch, vkey: str) -> None:
        self.note = fetch("checkpoint")
        text = verified_by(vkey, self.note)
        assert text is not None, "not signed by the log"
        origin, size, root = text.decode().split("\n")[:3]
        assert origin == vkey.split("+")[0]
        self.size, self.root = int(size), base64.b64decode(root)
        self.entries = self.bundles(fetch)
        assert mth(self.entries) == self.root, "the entries do not hash to the root"
        self.check_tiles(fetch)

    def bundles(self, fetch: Fetch) -> list[bytes]:
        entries: list[bytes] = []
        for n in range(-(-self.size // 256)):
            width = min(256, self.size - 256 * n)
            raw, found = fetch(tile_path("entries", n, width)), 0
            while raw:
                length = int.from_bytes(raw[:2], "big")
                entries.append(raw[2 : 2 + length])
                raw, found = raw[2 + length :], found + 1
            assert found == width
        return entries

    def check_tiles(self, fetch: Fetch) -> None:
        level, hashes = 0, [mth([entry]) for entry in self.entries]
        while hashes:
            for n in range(-(-len(hashes) // 256)):
                part = hashes[256 * n : 256 * n + 256]
                assert fetch(tile_path(f"{level}", n, len(part))) == b"".join(part)
            span = 256 ** (level + 1)
            full = self.size // span
            hashes = [mth(self.entries[i * span : (i + 1) * span]) for i in range(full)]
            level += 1
