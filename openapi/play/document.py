"""The target's OpenAPI document: finds operations by id, their paths and their links."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec

ADDRESS = "/schema/openapi.json"  # the only path that is not read from the document
METHODS = ("get", "post", "put", "patch", "delete")
KEY = "Idempotency-Key"
BODY = "$response.body#"


class Unsuitable(Exception):
    """The document lacks something that is needed to play."""


@dataclass(frozen=True)
class Request:
    operation: str
    method: str
    path: str
    body: Any = None
    keyed: bool = False  # has an idempotency key: retries are executed once

    def headers(self, token: str) -> dict[str, str]:
        """Return the headers for all tries of one request; they share the idempotency key."""
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        return bearer | ({KEY: secrets.token_hex(8)} if self.keyed else {})


class Document:
    def __init__(self, content: Mapping[str, Any], base: str = "") -> None:
        self._content = content
        self._base_path = urlsplit(base).path.rstrip("/")

    @classmethod
    def read(cls, content: bytes, base: str = "") -> "Document":
        """Return the document of the server at `base`; paths of requests go behind that URL."""
        try:
            decoded = msgspec.json.decode(content, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            raise Unsuitable(f"this is no OpenAPI document: {error}") from None
        paths = decoded.get("paths")
        if not isinstance(paths, dict) or not all(_is_path(*each) for each in paths.items()):
            raise Unsuitable("this is no OpenAPI document: it has no paths of its own server")
        return cls(decoded, base)

    @cached_property
    def _operations(self) -> dict[str, tuple[str, str, Mapping[str, Any]]]:
        return {
            item[method]["operationId"]: (method.upper(), path, item[method])
            for path, item in self._content["paths"].items()
            for method in METHODS
            if "operationId" in item.get(method, {})
        }

    def has(self, operation: str) -> bool:
        return operation in self._operations

    def request(
        self, operation: str, parameters: Mapping[str, Any] | None = None, body: Any = None
    ) -> Request:
        """Return the request, with each parameter where the document declares it."""
        method, path, declaration = self._operation(operation)
        query = {}
        declared = {
            each["name"]: each["in"]
            for each in map(self._resolve, declaration.get("parameters", ()))
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
        suffix = f"?{urlencode(query)}" if query else ""
        keyed = declared.get(KEY) == "header"
        return Request(operation, method, self._root + path + suffix, body, keyed)

    def follow(self, operation: str, answer: Any, onward: str) -> dict[str, Any]:
        """Return the parameters of the operation `onward`, by the link from an answer to it."""
        for response in map(self._resolve, self._operation(operation)[2]["responses"].values()):
            for link in map(self._resolve, response.get("links", {}).values()):
                if link.get("operationId") == onward:
                    given = link.get("parameters", {})
                    return {name: _value(where, answer) for name, where in given.items()}
        raise Unsuitable(f"no link leads from {operation} to {onward}")

    @property
    def _root(self) -> str:
        servers = self._content.get("servers") or [{"url": "/"}]
        url = str(servers[0]["url"])
        return url.rstrip("/").removeprefix(self._base_path) if url.startswith("/") else ""

    def _operation(self, operation: str) -> tuple[str, str, Mapping[str, Any]]:
        if operation not in self._operations:
            raise Unsuitable(f"the document has no operation {operation}")
        return self._operations[operation]

    def _resolve(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a reference within the document points to."""
        while "$ref" in part:
            part = _at_pointer(self._content, part["$ref"].removeprefix("#"))
        return part


def _is_path(path: str, item: Any) -> bool:
    """Whether it is a path on the target itself, not the address of another server."""
    return path.startswith("/") and isinstance(item, dict)


def _value(expression: Any, answer: Any) -> Any:
    """Evaluate an OpenAPI runtime expression on the response body; constants are returned."""
    if isinstance(expression, str) and expression.startswith(BODY):
        return _at_pointer(answer, expression.removeprefix(BODY))
    if isinstance(expression, str) and expression.startswith("$"):
        raise Unsuitable(f"a link speaks of {expression}")
    return expression


def _at_pointer(where: Any, pointer: str) -> Any:
    """Return the value at a JSON pointer (RFC 6901)."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        try:
            where = where[int(name)] if isinstance(where, list) else where[name]
        except (LookupError, ValueError, TypeError):
            raise Unsuitable(f"{pointer} leads nowhere") from None
    return where
