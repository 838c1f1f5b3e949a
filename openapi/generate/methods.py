"""One typed method for every operation of the document, as the text of a module."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEAD = Path(__file__).with_name("client_head.py.txt")
KINDS = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}


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
    words = [
        f"{_name(each['name'])}: {_kind(each['schema'])}"
        for each in parameters
        if each["in"] == "path"
    ]
    words += [f"body: {body}"] if body else []
    optional = [each for each in parameters if each["in"] != "path"]
    words += ["*"] if optional else []
    words += [f"{_name(each['name'])}: {_kind(each['schema'])} | None = None" for each in optional]
    signature = "".join(f", {word}" for word in words)
    return "\n".join(
        [
            f"\n    def {_name(operation['operationId'])}(self{signature}) -> {answer or 'None'}:",
            f'        """{operation["summary"]}."""',
            *_call(path, verb, optional, bool(body), answer),
            "",
        ]
    )


def _call(path: str, verb: str, optional: list[Any], body: bool, answer: str) -> Iterator[str]:
    place = re.sub(r"{(\w+)}", lambda found: f"{{part({_name(found[1])})}}", path)
    yield f'        path = f"{place}"' if "{" in place else f'        path = "{place}"'
    yield f"        query: Named = {_dict(optional, 'query')}"
    yield f"        headers: Named = {_dict(optional, 'header')}"
    sent = "body" if body else "None"
    call = f'self._ask("{verb}", path, query, headers, {sent})'
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
    """What a success brings; an operation that can bring JSON is asked for JSON."""
    [*good] = (answer for status, answer in responses.items() if status.startswith("2"))
    for answer in good:
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


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    return KINDS[schema["type"]]


def _name(text: str) -> str:
    """snake_case, and no word of the language."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name
