import pytest

from domain.log.entries import SignedReceipt, open_receipt, sign_receipt
from domain.log.note import ED25519, LogError, Signer, sign

KEY = Signer("example.com/log/receipts", ED25519, b"r" * 32)
TABLE = "a" * 26


def test_a_receipt_says_which_head_a_table_had() -> None:
    note = sign_receipt(TABLE, 12, b"\x01" * 32, 1_700_000_000_123, KEY)
    assert note.text.split("\n") == [
        KEY.name, TABLE, "12", "01" * 32, "2023-11-14T22:13:20.123Z", "",
    ]  # fmt: skip
    read = open_receipt(str(note).encode(), KEY.verifier)
    assert read == SignedReceipt(TABLE, 12, "01" * 32, "2023-11-14T22:13:20.123Z")


@pytest.mark.parametrize(
    "text",
    [
        f"{KEY.name}\n{TABLE}\n12\n{'01' * 32}\n",
        f"other\n{TABLE}\n12\n{'01' * 32}\nnow\n",
        f"{KEY.name}\n{TABLE}\n012\n{'01' * 32}\nnow\n",
        f"{KEY.name}\n{TABLE}\n12\n{'0G' * 32}\nnow\n",
    ],
)
def test_malformed_receipts_are_rejected(text: str) -> None:
    with pytest.raises(LogError):
        open_receipt(str(sign(text, KEY)).encode(), KEY.verifier)


def test_a_receipt_of_another_key_is_rejected() -> None:
    other = Signer(KEY.name, ED25519, b"o" * 32)
    with pytest.raises(LogError):
        open_receipt(str(sign_receipt(TABLE, 1, bytes(32), 0, other)).encode(), KEY.verifier)
