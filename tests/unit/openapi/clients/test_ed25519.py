"""The verifier of signatures in plain Python agrees with a library, and rejects what is forged."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from openapi.clients.ed25519 import Q, verifies

# RFC 8032, 7.1, tests 1 to 3: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_vectors_of_the_standard_hold(vector: tuple[str, str, str]) -> None:
    assert verifies(*map(bytes.fromhex, vector))


@pytest.mark.parametrize("n", range(5))
def test_what_a_library_signs_is_verified_and_nothing_else(n: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"%d" % n).digest())
    public, message = key.public_key().public_bytes_raw(), b"message %d" % n
    signature = key.sign(message)
    assert verifies(public, message, signature)
    assert not verifies(public, message + b"!", signature)
    assert not verifies(hashlib.sha256(public).digest(), message, signature)
    for place in (0, 31, 32, 63):
        bent = bytearray(signature)
        bent[place] ^= 1
        assert not verifies(public, message, bytes(bent))


def test_a_signature_has_one_spelling() -> None:
    public, message, signature = map(bytes.fromhex, VECTORS[1])
    s = int.from_bytes(signature[32:], "little") + Q
    assert not verifies(public, message, signature[:32] + s.to_bytes(32, "little"))
    assert not verifies(public, message, signature + b"\0")
    assert not verifies(b"\xff" * 32, message, signature)
