"""Every problem code can be looked up."""

import pytest

from api.problems.catalogue import CODES
from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(anyone: Caller, code: str) -> None:
    told = anyone.get(f"/problems/{code}").json()
    assert told["code"] == code
    assert 400 <= told["status"] < 600
    assert told["title"]
    assert told["meaning"].endswith(".")


@pytest.mark.parametrize("code", ["nonsense", "%00", "MALFORMED", "malformed%0A", "x" * 3000])
def test_an_unknown_code_is_not_there(anyone: Caller, code: str) -> None:
    assert_problem(anyone.get(f"/problems/{code}"), 404, "no_such_problem")
