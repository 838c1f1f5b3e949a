"""Check of an answer against the OpenAPI document: status, media type, schema, headers, problem."""

import re
from functools import cache
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator, Registry
from msgspec import json

from tests.support.paths import OPENAPI_DOCUMENT


def _expanded(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with shared responses where they are used."""
    for operation in (each for item in document["paths"].values() for each in item.values()):
        for status, response in operation["responses"].items():
            if "$ref" in response:
                name = response["$ref"].rpartition("/")[2]
                operation["responses"][status] = document["components"]["responses"][name]
    return document


DOCUMENT: dict[str, Any] = _expanded(json.decode(OPENAPI_DOCUMENT.read_bytes()))
NAME = "urn:document"
REGISTRY = Registry([(NAME, {"components": DOCUMENT["components"]})])
PROBLEM = "application/problem+json"
UNDOCUMENTED = re.compile(
    r"/log/tile/.*|/openapi/[a-z_]+\.json|/(openapi\.json|(schema|docs|web)(/.*)?)?"
)  # for people
PARAMETER = {"integer": r"-?\d{1,4000}", "string": r"[^/]+"}


def check_documented(answer: httpx.Response) -> None:
    """Fail, showing the answer, unless the document allows it."""
    method, path = answer.request.method, answer.request.url.raw_path.decode().partition("?")[0]
    operations = _operations_at(path)
    assert answer.headers.get("content-type", "").count("charset") <= 1, answer.headers
    if method == "HEAD" and answer.is_success:
        return  # the headers of GET
    if operations is None:
        _outside(answer, path)
    elif method.lower() not in operations:
        _not_allowed(answer, operations)
    else:
        _promised(answer, operations[method.lower()])
    if answer.status_code >= 400 and method != "HEAD":
        _is_problem(answer)


def codes(operation: dict[str, Any]) -> set[str]:
    """Return the codes of all problems that an operation documents."""
    return {
        code
        for status, response in operation["responses"].items()
        if int(status) >= 400
        for code in response["content"][PROBLEM]["examples"]
    }


@cache
def validator(schema: str) -> Draft202012Validator:
    """Return the validator of a schema of the document, given as JSON."""
    return Draft202012Validator(json.decode(schema.replace('"#/', f'"{NAME}#/')), registry=REGISTRY)


@cache
def _templates() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return the paths of the document, those without parameters first."""
    paths = sorted(DOCUMENT["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile(_pattern(path, item)), item) for path, item in paths]


def _pattern(path: str, item: dict[str, Any]) -> str:
    kinds = {
        parameter["name"]: parameter["schema"]["type"]
        for operation in item.values()
        for parameter in operation["parameters"]
        if parameter["in"] == "path"
    }
    return re.sub(r"\{(\w+)\}", lambda name: PARAMETER[kinds[name[1]]], path)


def _operations_at(path: str) -> dict[str, Any] | None:
    found = (item for pattern, item in _templates() if pattern.fullmatch(path))
    return next(found, None)


def _outside(answer: httpx.Response, path: str) -> None:
    if answer.status_code < 400:
        assert UNDOCUMENTED.fullmatch(path), f"{path} is not in the document"
    else:
        assert answer.status_code in (404, 405, 413), _shown(answer)


def _not_allowed(answer: httpx.Response, operations: dict[str, Any]) -> None:
    allowed = set(answer.headers.get("allow", "").split(", "))
    assert allowed >= {method.upper() for method in operations}, _shown(answer)
    if answer.request.method != "OPTIONS":
        assert answer.status_code == 405, _shown(answer)


def _promised(answer: httpx.Response, operation: dict[str, Any]) -> None:
    response = operation["responses"].get(str(answer.status_code))
    assert response is not None, f"{operation['operationId']} does not promise {_shown(answer)}"
    for header, told in response.get("headers", {}).items():
        known = DOCUMENT["components"]["headers"][told["$ref"].rpartition("/")[2]]
        if header in answer.headers:
            Draft202012Validator(known["schema"]).validate(answer.headers[header])
        else:
            assert not known["required"], f"no {header} in {_shown(answer)}"
    if answer.status_code >= 400:
        code = answer.json()["type"].rpartition("/")[2]
        promised = response["content"][PROBLEM]["examples"]
        assert code in promised, f"{operation['operationId']} does not promise {code}"
        return
    content = response.get("content")
    if content is None:
        assert answer.content == b""
        return
    _of_schema(answer, content)


def _of_schema(answer: httpx.Response, content: dict[str, Any]) -> None:
    kind = _media_type(answer)
    assert kind in content, _shown(answer)
    if kind == "application/json":
        schema = validator(json.encode(content[kind]["schema"]).decode())
        schema.validate(answer.json())


def _is_problem(answer: httpx.Response) -> None:
    assert _media_type(answer) == PROBLEM, _shown(answer)
    problem = answer.json()
    validator('{"$ref":"#/components/schemas/Problem"}').validate(problem)
    assert problem["status"] == answer.status_code, _shown(answer)
    assert problem["type"].startswith("/problems/")
    assert problem["title"]
    assert problem["detail"]
    assert problem.keys() <= {*_ALWAYS, *_SOMETIMES}
    assert problem.get("field") == problem.get("errors", [{}])[0].get("field"), _shown(answer)
    assert problem.get("request_id") == answer.headers.get("request-id"), _shown(answer)
    assert not _OF_A_LIBRARY.search(answer.text), _shown(answer)
    for status, header in (
        (401, "WWW-Authenticate"),
        (405, "Allow"),
        (429, "Retry-After"),
        (503, "Retry-After"),
    ):
        assert answer.status_code != status or header in answer.headers, _shown(answer)


_ALWAYS = ("type", "title", "status", "detail", "instance")
_SOMETIMES = ("request_id", "rule", "field", "errors", "version", "limit", "reason", "until")
_OF_A_LIBRARY = re.compile(r"Expected `|Invalid (enum )?value|Object (missing|contains)|`\$")


def _media_type(answer: httpx.Response) -> str:
    return str(answer.headers.get("content-type", "")).partition(";")[0]


def _shown(answer: httpx.Response) -> str:
    sent = answer.request
    return f"{answer.status_code} for {sent.method} {sent.url}: {answer.text[:500]}"


def assert_problem(
    answer: httpx.Response, status: int, code: str, prefix: str = ""
) -> dict[str, Any]:
    """Fail unless the answer is this problem; return it."""
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["type"]) == (status, f"{prefix}/problems/{code}"), (
        answer.text
    )
    return problem
