"""Writes the client module: one typed method for every operation of the document."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEAD = Path(__file__).with_name("client_head.py.txt")
PYTHON_TYPES = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}


def module(document: dict[str, Any]) -> str:
    methods = [
        method(path, verb.upper(), operation)
        for path, item in document["paths"].items()
        for verb, operation in item.items()
    ]
    return HEAD.read_text() + "".join(methods)


def method(path: str, verb: str, operation: dict[str, Any]) -> str:
    parameters = operation.get("parameters", [])
    body = _type(_schema(operation.get("requestBody", {})))
    answer = _answer(operation["responses"])
    arguments = [
        f"{_name(each['name'])}: {_parameter_type(each['schema'])}"
        for each in parameters
        if each["in"] == "path"
    ]
    arguments += [f"body: {body}"] if body else []
    optional = [each for each in parameters if each["in"] != "path"]
    arguments += ["*"] if optional else []
    arguments += [
        f"{_name(each['name'])}: {_parameter_type(each['schema'])} | None = None"
        for each in optional
    ]
    signature = "".join(f", {each}" for each in arguments)
    return "\n".join(
        [
            f"\n    def {_name(operation['operationId'])}(self{signature}) -> {answer or 'None'}:",
            f'        """{operation["summary"]}."""',
            *_call(path, verb, optional, bool(body), answer),
            "",
        ]
    )


def _call(path: str, verb: str, optional: list[Any], body: bool, answer: str) -> Iterator[str]:
    template = re.sub(r"{(\w+)}", lambda found: f"{{part({_name(found[1])})}}", path)
    yield f'        path = f"{template}"' if "{" in template else f'        path = "{template}"'
    yield f"        query: Named = {_dict(optional, 'query')}"
    yield f"        headers: Named = {_dict(optional, 'header')}"
    content = "body" if body else "None"
    call = f'self._ask("{verb}", path, query, headers, {content})'
    if not answer:
        yield f"        {call}"
    elif answer == "str":
        yield f"        return {call}.decode()"
    else:
        yield f"        answer: {answer} = read({call}, {answer.replace(' | ', ', ')})"
        yield "        return answer"


def _dict(parameters: list[Any], where: str) -> str:
    items = (f'"{p["name"]}": {_name(p["name"])}' for p in parameters if p["in"] == where)
    return "{" + ", ".join(items) + "}"


def _answer(responses: dict[str, Any]) -> str:
    """Return the type of a successful answer; empty if it has no content."""
    successes = (answer for status, answer in responses.items() if status.startswith("2"))
    for answer in successes:
        if "content" in answer:
            return _type(_schema(answer)) or "str"
    return ""


def _schema(part: dict[str, Any]) -> dict[str, Any] | None:
    schema: dict[str, Any] | None = (
        part.get("content", {}).get("application/json", {}).get("schema")
    )
    return schema


def _type(schema: dict[str, Any] | None) -> str:
    if schema is None:
        return ""
    members = [each for key in ("oneOf", "anyOf") for each in schema.get(key, ())]
    if members:
        return " | ".join(map(_type, members))
    return f"m.{schema['$ref'].rpartition('/')[2]}" if "$ref" in schema else "dict[str, Any]"


def _parameter_type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    return PYTHON_TYPES[schema["type"]]


def _name(text: str) -> str:
    """Return the name in snake_case, with an underscore after keywords of Python."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name
