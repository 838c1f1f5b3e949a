"""Every problem can be looked up, and every operation names those it can answer with."""

import pytest

from api.problems.catalogue import CODES
from tests.support.callers import Caller
from tests.support.document_check import DOCUMENT, codes
from tests.support.problems import assert_problem

OPERATIONS = [operation for item in DOCUMENT["paths"].values() for operation in item.values()]
ANYWHERE = {"not_found", "method_not_allowed"}  # answers where there is no operation

ELSEWHERE = {"unknown_option"}  # the domain's word; over HTTP an unknown option is malformed


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


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: str(o["operationId"]))
def test_what_an_operation_promises_is_known(operation: dict[str, object]) -> None:
    assert codes(operation) <= CODES.keys()
    assert {"internal", "malformed"} <= codes(operation)


def test_a_problem_that_nobody_promises_is_no_use() -> None:
    promised = {code for operation in OPERATIONS for code in codes(operation)}
    assert CODES.keys() - promised - ANYWHERE <= ELSEWHERE
