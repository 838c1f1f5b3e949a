"""C2SP tlog-checkpoint, tlog-cosignature and tlog-policy: what a log signs, and whom to trust."""

import re
from collections.abc import Collection
from typing import NamedTuple

from domain.log.merkle import EMPTY_ROOT, HASH_BYTES
from domain.log.note import (
    COSIGNATURE,
    ED25519,
    LogError,
    Note,
    Signature,
    Signer,
    Verifier,
    check,
    decode_base64,
    encode_base64,
    parse_note,
    parse_verifier,
)

# C2SP tlog-checkpoint and tlog-cosignature: the signed size and root of a log.

_DECIMAL = re.compile(r"0|[1-9]\d*", re.ASCII)
LARGEST_TIME = 2**63 - 1


class Checkpoint(NamedTuple):
    """What a log commits to: the tree of this size has this root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{encode_base64(self.root)}\n"


def empty(origin: str) -> Checkpoint:
    """Return the checkpoint of a log without entries."""
    return Checkpoint(origin, 0, EMPTY_ROOT)


def decimal(text: str) -> int:
    """Return the number; only the spelling without leading zeroes is accepted."""
    if not _DECIMAL.fullmatch(text) or len(text) > 20:
        raise LogError(f"{text!r} is not a number")
    return int(text)


def parse_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint in the text of a note; extension lines are ignored."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise LogError("a checkpoint has an origin, a size and a root")
    root = decode_base64(lines[2])
    if len(root) != HASH_BYTES:
        raise LogError("a root has 32 bytes")
    return Checkpoint(lines[0], decimal(lines[1]), root)


def open_checkpoint(raw: bytes, key: Verifier) -> tuple[Checkpoint, Note]:
    """Return the checkpoint that this key has signed, for its own name; raise LogError if not."""
    note = parse_note(raw)
    found = parse_checkpoint(note.text)
    if found.origin != key.name or not check(note, [key]):
        raise LogError(f"the checkpoint is not signed by {key}")
    return found, note


def cosign(text: str, at: int, witness: Signer) -> Signature:
    """Return the witness's cosignature of a checkpoint at a time (seconds since 1970)."""
    signature = at.to_bytes(8, "big") + witness.sign(_cosigned(text, at))
    return Signature(witness.name, witness.verifier.id, signature)


def cosigned_at(note: Note, witness: Verifier) -> int | None:
    """Return when the witness cosigned; None if it did not. Raise LogError if it is forged."""
    if witness.type != COSIGNATURE:
        raise LogError(f"{witness} is not the key of a witness")
    for each in note.signatures:
        if each.is_by(witness):
            at = cosignature_time(each)
            message = _cosigned(note.text, at)
            if at > LARGEST_TIME or not witness.verifies(message, each.signature[8:]):
                raise LogError(f"the cosignature of {witness.name} is wrong")
            return at
    return None


def cosignature_time(cosignature: Signature) -> int:
    """Return when a witness says that it cosigned (seconds since 1970); nothing is verified."""
    return int.from_bytes(cosignature.signature[:8], "big")


def _cosigned(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


# C2SP tlog-policy: which logs and witnesses a verifier trusts, and how many must cosign.

NONE = "none"


class Known(NamedTuple):
    """A log or a witness, with the URL where it is reached, if one is given."""

    key: Verifier
    url: str | None = None


class Group(NamedTuple):
    needed: int
    members: tuple[str, ...]


class WitnessPolicy(NamedTuple):
    logs: tuple[Known, ...]
    witnesses: dict[str, Known]
    groups: dict[str, Group]
    quorum: str

    def cosigned(self, note: Note) -> dict[str, int]:
        """Return when each known witness cosigned; raise LogError for a forged cosignature."""
        times = {name: cosigned_at(note, each.key) for name, each in self.witnesses.items()}
        return {name: at for name, at in times.items() if at is not None}

    def is_met_by(self, cosigned: Collection[str]) -> bool:
        """Return whether these witnesses are enough."""
        return self.quorum == NONE or self._holds(self.quorum, cosigned)

    def _holds(self, name: str, cosigned: Collection[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in cosigned
        return sum(self._holds(each, cosigned) for each in group.members) >= group.needed


NO_WITNESS = WitnessPolicy((), {}, {}, NONE)


def parse_policy(text: str) -> WitnessPolicy:
    """Return the policy in a file; raise LogError that names the wrong line."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if words and not words[0].startswith("#"):
            try:
                reader.add(words)
            except LogError as wrong:
                raise LogError(f"line {number} of the policy: {wrong}") from None
    if reader.quorum is None:
        raise LogError("the policy has no quorum line")
    return WitnessPolicy(tuple(reader.logs), reader.witnesses, reader.groups, reader.quorum)


class _Reader:
    def __init__(self) -> None:
        self.logs: list[Known] = []
        self.witnesses: dict[str, Known] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self._members: set[str] = set()

    def add(self, words: list[str]) -> None:
        match words:
            case ["log", vkey, *url] if len(url) <= 1:
                self.logs.append(self._known(vkey, ED25519, url, self.logs))
            case ["witness", name, vkey, *url] if len(url) <= 1:
                others = list(self.witnesses.values())
                self.witnesses[self._new(name)] = self._known(vkey, COSIGNATURE, url, others)
            case ["group", name, needed, *members]:
                self.groups[self._new(name)] = self._group(needed, members)
            case ["quorum", name] if self.quorum is None:
                if name != NONE:
                    self._require(name)
                self.quorum = name
            case _:
                raise LogError(f"{' '.join(words)!r} is not understood")

    def _known(self, vkey: str, type_: int, url: list[str], others: list[Known]) -> Known:
        key = parse_verifier(vkey)
        if key.type != type_:
            raise LogError(f"{vkey} is a key of type {key.type}; {type_} is needed")
        if any(each.key.public == key.public for each in others):
            raise LogError(f"{vkey} is listed twice")
        return Known(key, url[0] if url else None)

    def _new(self, name: str) -> str:
        if name == NONE or name in self.witnesses or name in self.groups:
            raise LogError(f"{name!r} is defined twice")
        return name

    def _require(self, name: str) -> None:
        if name not in self.witnesses and name not in self.groups:
            raise LogError(f"{name!r} is not defined above")

    def _group(self, needed: str, members: list[str]) -> Group:
        for name in members:
            self._require(name)
            if name in self._members:
                raise LogError(f"{name!r} is in two groups")
            self._members.add(name)
        count = {"all": len(members), "any": 1}.get(needed)
        count = decimal(needed) if count is None else count
        if not 1 <= count <= len(members):
            raise LogError(f"{count} of {len(members)} members cannot be met")
        return Group(count, tuple(members))
