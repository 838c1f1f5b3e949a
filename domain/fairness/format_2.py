"""Frozen: the chain of `ludotheque/history/2`, in which archives of releases up to 0.3 are written.

There each event has a head of its own. Nothing new is written in this format.
"""

import hashlib
from collections.abc import Sequence

from domain.fairness.chain import FORMAT_3, Format


def _heads(head: bytes, command: bytes | None, leaves: Sequence[bytes]) -> Sequence[bytes]:
    """Return H(0x11 ‖ head ‖ leaf) after each event; first comes H(0x13 ‖ head ‖ command leaf)."""
    if command is not None:
        head = hashlib.sha256(b"\x13" + head + command).digest()
    found = []
    for leaf in leaves:
        head = hashlib.sha256(b"\x11" + head + leaf).digest()
        found.append(head)
    return found


def _next_head(head: bytes, command: bytes | None, leaves: Sequence[bytes]) -> bytes:
    return _heads(head, command, leaves)[-1]


FORMAT_2 = Format("ludotheque/history/2", _next_head, _heads)
FORMATS = {each.name: each for each in (FORMAT_2, FORMAT_3)}
