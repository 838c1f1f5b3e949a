import pytest

from domain.log.checkpoint import (
    Checkpoint,
    cosign,
    cosigned_at,
    empty,
    open_checkpoint,
    parse_checkpoint,
)
from domain.log.merkle import leaf_hash
from domain.log.note import COSIGNATURE, ED25519, LogError, Note, Signer, parse_note, sign
from tests.support.histories import tlog_reader

LOG = Signer("example.com/log", ED25519, b"l" * 32)
WITNESS = Signer("witness.example/w1", COSIGNATURE, b"w" * 32)
GOLDEN = "go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n"
# The example of C2SP tlog-cosignature.
EXAMPLE = """\
example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""  # noqa: E501


def test_a_checkpoint_has_the_text_that_go_gives_it() -> None:
    tree = Checkpoint("go.sum database tree", 123456789012, leaf_hash(b"hello world"))
    assert tree.text == GOLDEN
    assert parse_checkpoint(GOLDEN) == tree


def test_the_example_of_the_specification_is_read() -> None:
    note = parse_note(EXAMPLE.encode())
    assert parse_checkpoint(note.text).size == 20852163
    assert int.from_bytes(note.signatures[1].signature[:8], "big") == 1679315147
    assert len(note.signatures[1].signature) == 72


@pytest.mark.parametrize(
    "text",
    [
        "", "o\n1\n", "o\n01\n" + "A" * 43 + "=\n", "o\n-1\n" + "A" * 43 + "=\n", "o\n1\nAAAA\n",
        "\n1\n" + "A" * 43 + "=\n", "o\n1\n" + "A" * 43 + "=", "o\n0x1\n" + "A" * 43 + "=\n",
        "o\n1\n" + "A" * 43 + "=\n\n",
    ],
)  # fmt: skip
def test_malformed_checkpoints_are_rejected(text: str) -> None:
    with pytest.raises(LogError):
        parse_checkpoint(text)


def test_extension_lines_are_ignored() -> None:
    assert parse_checkpoint(GOLDEN + "more\n").size == 123456789012


def test_a_checkpoint_opens_with_the_key_of_its_origin() -> None:
    raw = str(sign(empty(LOG.name).text, LOG)).encode()
    assert open_checkpoint(raw, LOG.verifier)[0] == empty(LOG.name)
    other = Signer("example.com/other", ED25519, LOG.private)
    with pytest.raises(LogError):
        open_checkpoint(raw, other.verifier)
    with pytest.raises(LogError):
        open_checkpoint(str(sign(empty("x").text, LOG)).encode(), LOG.verifier)


def cosigned() -> Note:
    note = sign(empty(LOG.name).text, LOG)
    return note._replace(signatures=(*note.signatures, cosign(note.text, 1679315147, WITNESS)))


def test_a_cosignature_holds_its_time() -> None:
    assert cosigned_at(cosigned(), WITNESS.verifier) == 1679315147
    read = tlog_reader.verified_by(str(WITNESS.verifier), str(cosigned()).encode())
    assert read == cosigned().text.encode()


def test_a_witness_that_has_not_cosigned_has_no_time() -> None:
    other = Signer("witness.example/w2", COSIGNATURE, b"o" * 32)
    assert cosigned_at(cosigned(), other.verifier) is None


def test_a_cosignature_with_another_time_or_text_is_rejected() -> None:
    note = cosigned()
    by_witness = note.signatures[1]
    later = (7).to_bytes(8, "big") + by_witness.signature[8:]
    for forged in (
        note._replace(signatures=(by_witness._replace(signature=later),)),
        note._replace(text=empty("other").text),
    ):
        with pytest.raises(LogError, match="cosignature"):
            cosigned_at(forged, WITNESS.verifier)


def test_a_key_of_a_log_is_not_that_of_a_witness() -> None:
    with pytest.raises(LogError):
        cosigned_at(cosigned(), LOG.verifier)
