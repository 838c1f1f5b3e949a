import base64

import pytest

from domain.log.checkpoint import Checkpoint
from domain.log.note import ED25519, LogError, Signer, sign
from domain.log.proof import Proof, check_proof, parse_proof
from tests.support.histories import tlog_reader

LOG = Signer("example.com/log", ED25519, b"l" * 32)
ENTRIES = [b"entry %d" % n for n in range(13)]
ROOT = tlog_reader.mth(ENTRIES)
CHECKPOINT = str(sign(Checkpoint(LOG.name, 13, ROOT).text, LOG)).encode()
PROOF = Proof(5, tuple(tlog_reader.path(5, ENTRIES)), CHECKPOINT)


def test_a_proof_has_the_lines_of_the_specification() -> None:
    hashes = [base64.b64encode(each).decode() for each in PROOF.path]
    lines = ["c2sp.org/tlog-proof@v1", "index 5", *hashes, "", CHECKPOINT.decode()]
    assert str(PROOF) == "\n".join(lines)
    assert parse_proof(str(PROOF)) == PROOF


def test_extra_data_is_ignored() -> None:
    assert parse_proof(str(PROOF).replace("\nindex", "\nextra AAAA\nindex")) == PROOF


def test_a_proof_convinces_of_its_entry_only() -> None:
    assert check_proof(PROOF, ENTRIES[5], LOG.verifier)[0].size == 13
    with pytest.raises(LogError, match="root"):
        check_proof(PROOF, ENTRIES[4], LOG.verifier)
    with pytest.raises(LogError, match="root"):
        check_proof(PROOF._replace(place=4), ENTRIES[5], LOG.verifier)


def test_a_proof_under_an_unsigned_checkpoint_convinces_nobody() -> None:
    forger = Signer(LOG.name, ED25519, b"f" * 32)
    forged = str(sign(Checkpoint(LOG.name, 13, ROOT).text, forger)).encode()
    with pytest.raises(LogError, match="not signed"):
        check_proof(PROOF._replace(checkpoint=forged), ENTRIES[5], LOG.verifier)


@pytest.mark.parametrize(
    "text",
    [
        "",
        str(PROOF).replace("@v1", "@v2"),
        str(PROOF).replace("index 5", "index 05"),
        str(PROOF).replace("index 5\n", ""),
        str(PROOF).replace("index 5", "index 5\nAAAA"),
        str(PROOF).replace("\n\n", "\n"),
        str(PROOF).replace("\nindex", "\nextra !\nindex"),
    ],
)
def test_malformed_proofs_are_rejected(text: str) -> None:
    with pytest.raises(LogError):
        parse_proof(text)
