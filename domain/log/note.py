"""C2SP signed-note: texts with Ed25519 signatures, and the keys that sign and verify them."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

# What is raised when a note, a tile or a proof is malformed or proves nothing.


class LogError(ValueError):
    """A part of a log is malformed, or does not prove what it should."""


class NotConsistent(LogError):
    """Two views of a log do not fit each other: the log has forked."""


ED25519, COSIGNATURE = 0x01, 0x04  # signature types
MOST_SIGNATURES = 100
LARGEST = 1 << 20
DASH = "\u2014"
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f]")
_SIGNATURE_LINE = re.compile(rf"{DASH} (\S+) (\S+)")
PRIVATE = "PRIVATE+KEY+"


def key_id(name: str, type_: int, public: bytes) -> bytes:
    """Return H(name ‖ newline ‖ type ‖ public key)[:4]."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([type_]) + public).digest()[:4]


class Verifier(NamedTuple):
    """A key that verifies signatures of one type; as text it is a *vkey*."""

    name: str
    type: int
    public: bytes

    @property
    def id(self) -> bytes:
        return key_id(self.name, self.type, self.public)

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_base64(bytes([self.type]) + self.public)}"

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Return whether this is the key's Ed25519 signature of the message."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer(NamedTuple):
    """A private key with its name."""

    name: str
    type: int
    private: bytes  # 32 bytes

    @property
    def verifier(self) -> Verifier:
        public = Ed25519PrivateKey.from_private_bytes(self.private).public_key()
        return Verifier(self.name, self.type, public.public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """Return the Ed25519 signature of a message."""
        return Ed25519PrivateKey.from_private_bytes(self.private).sign(message)

    def __str__(self) -> str:
        key = _base64(bytes([self.type]) + self.private)
        return f"{PRIVATE}{self.name}+{self.verifier.id.hex()}+{key}"


class Signature(NamedTuple):
    name: str
    key_id: bytes
    signature: bytes

    def is_by(self, key: Verifier) -> bool:
        """Return whether name and id are those of a key; the signature is not verified."""
        return (self.name, self.key_id) == (key.name, key.id)

    def __str__(self) -> str:
        return f"{DASH} {self.name} {_base64(self.key_id + self.signature)}\n"


class Note(NamedTuple):
    text: str  # ends with a newline
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(str(each) for each in self.signatures)}"


def parse_verifier(vkey: str) -> Verifier:
    """Return the key that a vkey holds."""
    name, type_, public = _parse_key(vkey)
    key = Verifier(name, type_, public)
    if str(key) != vkey:
        raise LogError(f"{vkey!r} is not a verifier key")
    return key


def parse_signer(skey: str) -> Signer:
    """Return the private key in the encoding of the Go checksum database."""
    if not skey.startswith(PRIVATE):
        raise LogError("this is not a private key of a note")
    name, type_, private = _parse_key(skey.removeprefix(PRIVATE))
    key = Signer(name, type_, private)
    if str(key) != skey:
        raise LogError("this is not a private key of a note")
    return key


def _parse_key(text: str) -> tuple[str, int, bytes]:
    name, _, rest = text.partition("+")
    raw = _decoded(rest.partition("+")[2])
    if not is_name(name) or len(raw) != 33 or raw[0] not in (ED25519, COSIGNATURE):
        raise LogError("a key is name+id+base64, of type 1 or 4")
    return name, raw[0], raw[1:]


def is_name(text: str) -> bool:
    """Return whether a key may have this name."""
    return bool(text) and "+" not in text and len(text.split()) == 1 and text == text.strip()


def sign(text: str, *signers: Signer) -> Note:
    """Return a text signed by these keys."""
    if not text.endswith("\n") or _CONTROL.search(text):
        raise LogError("the text of a note ends with a newline and has no control characters")
    signed = (Signature(key.name, key.verifier.id, key.sign(text.encode())) for key in signers)
    return Note(text, tuple(signed))


def parse_note(raw: bytes) -> Note:
    """Return the parts of a note; no signature is verified."""
    try:
        whole = raw.decode()
    except UnicodeDecodeError:
        raise LogError("a note is UTF-8") from None
    text, gap, rest = whole.rpartition("\n\n")
    if not gap or _CONTROL.search(whole) or len(raw) > LARGEST:
        raise LogError("a note is a text, an empty line and signatures")
    return Note(text + "\n", parse_signatures(rest))


def parse_signatures(lines: str) -> tuple[Signature, ...]:
    """Return the signatures of these lines, each of which ends with a newline."""
    *split, rest = lines.split("\n")
    if rest or not 1 <= len(split) <= MOST_SIGNATURES:
        raise LogError("a note has one to a hundred signatures, each a line")
    return tuple(_parse_signature(line) for line in split)


def _parse_signature(line: str) -> Signature:
    match = _SIGNATURE_LINE.fullmatch(line)
    if match is None or not is_name(match[1]):
        raise LogError("a line below a note is not a signature")
    raw = _decoded(match[2])
    if len(raw) < 5:
        raise LogError("a signature is too short")
    return Signature(match[1], raw[:4], raw[4:])


def check(note: Note, keys: Iterable[Verifier]) -> tuple[Verifier, ...]:
    """Return the keys of type Ed25519 that signed; raise LogError if one's signature is wrong."""
    signed = []
    for key in keys:
        found = [each for each in note.signatures if each.is_by(key)]
        if any(not key.verifies(note.text.encode(), each.signature) for each in found):
            raise LogError(f"the signature of {key.name} is wrong")
        if found:
            signed.append(key)
    return tuple(signed)


def open_note(raw: bytes, *keys: Verifier) -> Note:
    """Return a note that at least one of the keys has signed; raise LogError otherwise."""
    note = parse_note(raw)
    if not check(note, keys):
        raise LogError("no signature of a known key")
    return note


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _decoded(text: str) -> bytes:
    """Return the bytes of base64 in its only spelling."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LogError("this is not base64") from None
    if _base64(raw) != text:
        raise LogError("this is not base64")
    return raw


encode_base64, decode_base64 = _base64, _decoded


def split_notes(raw: bytes) -> list[bytes]:
    """Return the notes that stand one after the other, each followed by an empty line.

    Their texts have no empty lines. A last one that is cut off is left out.
    """
    parts = raw.split(b"\n\n")
    pairs = zip(parts[:-1:2], parts[1:-1:2], strict=False)
    return [text + b"\n\n" + signatures + b"\n" for text, signatures in pairs]
