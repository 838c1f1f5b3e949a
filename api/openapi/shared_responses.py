"""Moves the responses that many operations share to the components of the document."""

from collections import Counter
from copy import deepcopy
from typing import Any

from msgspec import json

from api.http.operation import camel

PROBLEM = "application/problem+json"
REF = "#/components/responses/"
FIRST_PROBLEM = "400"


def with_shared_responses(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document; problems that several operations return alike are in it once."""
    shared = deepcopy(document)
    responses = [
        operation["responses"] for item in shared["paths"].values() for operation in item.values()
    ]
    uses = Counter(json.encode(each) for of_one in responses for each in of_one.values())
    found: dict[str, Any] = {}
    for of_one in responses:
        for status, response in of_one.items():
            if status >= FIRST_PROBLEM and uses[json.encode(response)] > 1:
                name = _name(status, response)
                found[name] = response
                of_one[status] = {"$ref": REF + name}
    shared["components"]["responses"] = dict(sorted(found.items()))
    return shared


def _name(status: str, response: dict[str, Any]) -> str:
    """Return a name: the status and the codes, as in `Problem404NoSuchGame`."""
    return f"Problem{status}" + "".join(
        camel(code) for code in response["content"][PROBLEM]["examples"]
    )
