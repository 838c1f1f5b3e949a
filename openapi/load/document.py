"""The target's OpenAPI document: operations by name, paths and links from the document alone."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

ADDRESS = "/schema/openapi.json"  # the one address a client has to be told
METHODS = ("get", "post", "put", "patch", "delete")
KEY = "Idempotency-Key"
BODY = "$response.body#"


class Unsuitable(Exception):
    """The document does not tell what is needed to play."""


@dataclass(frozen=True)
class Request:
    operation: str
    method: str
    path: str
    body: Any = None
    keyed: bool = False  # sent again with the same key, it is done once

    def headers(self, token: str) -> dict[str, str]:
        """For all tries of one request."""
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        return bearer | ({KEY: secrets.token_hex(8)} if self.keyed else {})


class Document:
    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told

    @classmethod
    def read(cls, content: bytes) -> "Document":
        try:
            told = msgspec.json.decode(content, type=dict[str, Any])
        except msgspec.MsgspecError as why:
            raise Unsuitable(f"this is no OpenAPI document: {why}") from None
        paths = told.get("paths")
        if not isinstance(paths, dict) or not all(_is_path(*each) for each in paths.items()):
            raise Unsuitable("this is no OpenAPI document: it has no paths of its own server")
        return cls(told)

    @cached_property
    def _operations(self) -> dict[str, tuple[str, str, Mapping[str, Any]]]:
        return {
            item[method]["operationId"]: (method.upper(), path, item[method])
            for path, item in self._told["paths"].items()
            for method in METHODS
            if "operationId" in item.get(method, {})
        }

    def has(self, operation: str) -> bool:
        return operation in self._operations

    def request(
        self, operation: str, parameters: Mapping[str, Any] | None = None, body: Any = None
    ) -> Request:
        """Puts each parameter where the document wants it."""
        method, path, told = self._operation(operation)
        query = {}
        declared = {
            each["name"]: each["in"] for each in map(self._seen, told.get("parameters", ()))
        }
        for name, value in (parameters or {}).items():
            match declared.get(name):
                case "path":
                    path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
                case "query":
                    query[name] = value
                case _:
                    raise Unsuitable(f"{operation} has no parameter {name}")
        if "{" in path:
            raise Unsuitable(f"{operation} needs more than {dict(parameters or {})}: {path}")
        asked = f"?{urlencode(query)}" if query else ""
        keyed = declared.get(KEY) == "header"
        return Request(operation, method, self._root + path + asked, body, keyed)

    def follow(self, operation: str, answer: Any, onward: str) -> dict[str, Any]:
        """The parameters of the next operation, by the link that leads to it from an answer."""
        for response in map(self._seen, self._operation(operation)[2]["responses"].values()):
            for link in map(self._seen, response.get("links", {}).values()):
                if link.get("operationId") == onward:
                    given = link.get("parameters", {})
                    return {name: _value(where, answer) for name, where in given.items()}
        raise Unsuitable(f"no link leads from {operation} to {onward}")

    @property
    def _root(self) -> str:
        servers = self._told.get("servers") or [{"url": "/"}]
        url = str(servers[0]["url"])
        return url.rstrip("/") if url.startswith("/") else ""

    def _operation(self, operation: str) -> tuple[str, str, Mapping[str, Any]]:
        if operation not in self._operations:
            raise Unsuitable(f"the document has no operation {operation}")
        return self._operations[operation]

    def _seen(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a reference within the document points to."""
        while "$ref" in part:
            part = _pointed(self._told, part["$ref"].removeprefix("#"))
        return part


def _is_path(path: str, item: Any) -> bool:
    """A path leads to the target, never elsewhere."""
    return path.startswith("/") and isinstance(item, dict)


def _value(expression: Any, answer: Any) -> Any:
    """A runtime expression of OpenAPI, as far as it speaks of the answer's body; or a constant."""
    if isinstance(expression, str) and expression.startswith(BODY):
        return _pointed(answer, expression.removeprefix(BODY))
    if isinstance(expression, str) and expression.startswith("$"):
        raise Unsuitable(f"a link speaks of {expression}")
    return expression


def _pointed(where: Any, pointer: str) -> Any:
    """RFC 6901."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        try:
            where = where[int(name)] if isinstance(where, list) else where[name]
        except (LookupError, ValueError, TypeError):
            raise Unsuitable(f"{pointer} leads nowhere") from None
    return where
