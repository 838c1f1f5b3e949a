"""The committed document is the one the code generates."""

from api.openapi.__main__ import main


def test_the_committed_document_is_up_to_date() -> None:
    assert main(["--check"]) == 0
