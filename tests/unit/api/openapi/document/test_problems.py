"""Every operation documents the problems it can return, and only known ones."""

import pytest

from api.problems.catalogue import CODES
from tests.support.documents.document_check import DOCUMENT, codes

OPERATIONS = [operation for item in DOCUMENT["paths"].values() for operation in item.values()]


ANYWHERE = {"not_found", "method_not_allowed"}  # answers where there is no operation


ELSEWHERE = {"unknown_option"}  # the domain's word; over HTTP an unknown option is malformed


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: str(o["operationId"]))
def test_what_an_operation_promises_is_known(operation: dict[str, object]) -> None:
    assert codes(operation) <= CODES.keys()
    assert {"internal", "malformed"} <= codes(operation)


def test_a_problem_that_nobody_promises_is_no_use() -> None:
    promised = {code for operation in OPERATIONS for code in codes(operation)}
    assert CODES.keys() - promised - ANYWHERE <= ELSEWHERE
