"""A deprecated operation says so in its answers and in the document; here an invented one."""

from datetime import date
from typing import Annotated

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import Meta

from api.http.operation import Deprecated, get
from api.openapi import document
from api.openapi.responses import OF_DEPRECATED
from api.operations import HANDLERS, OPERATIONS
from domain.kernel.messages import Value

OLD = Deprecated(date(2027, 1, 1), date(2027, 7, 2), "Call `GET /v1/games` instead.")


class Boxes(Value, frozen=True):
    """The games of the server, as boxes."""

    boxes: Annotated[int, Meta(description="How many games the server has.")]


async def count_boxes() -> Boxes:
    """Returns how many boxes there are."""
    return Boxes(5)


declared = get(
    *("/v1/boxes", "Count boxes", "The number of boxes."),
    tag="Games",
    quick=lambda: None,
    deprecated=OLD,
)(count_boxes)


def test_its_answers_have_the_headers() -> None:
    with TestClient(Litestar([declared], openapi_config=None, logging_config=None)) as http:
        answer = http.get("/v1/boxes")
    assert answer.json() == {"boxes": 5}
    assert answer.headers["Deprecation"] == "@1798761600"
    assert answer.headers["Sunset"] == "Fri, 02 Jul 2027 00:00:00 GMT"
    assert declared.opt["operation"].quick is None  # such a way knows no headers


def test_the_document_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    operations = {**OPERATIONS, "countBoxes": declared.opt["operation"]}
    monkeypatch.setattr(document, "OPERATIONS", operations)
    monkeypatch.setattr(document, "HANDLERS", [*HANDLERS, declared])
    made = document.expanded.__wrapped__()
    operation = made["paths"]["/v1/boxes"]["get"]
    assert operation["deprecated"] is True
    assert operation["description"].endswith(f"**{OLD.notice}**")
    assert "removed on 2027-07-02 or later. Call `GET /v1/games` instead." in OLD.notice
    assert operation["responses"]["200"]["headers"].keys() >= OF_DEPRECATED.keys()
    assert made["components"]["headers"].keys() >= OF_DEPRECATED.keys()


def test_headers_that_no_operation_has_are_not_in_the_document() -> None:
    used = any(operation.deprecated for operation in OPERATIONS.values())
    headers = document.expanded()["components"]["headers"]
    assert (headers.keys() >= OF_DEPRECATED.keys()) is used


def test_an_operation_is_announced_half_a_year_before() -> None:
    with pytest.raises(ValueError, match="182 days"):
        Deprecated(date(2027, 1, 1), date(2027, 7, 1), "")
