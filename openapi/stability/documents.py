"""Compares two lists of promises: every change of the new one that could break a client of the old.

A list has what a client may rely on, and no texts: operations, what the server sends to clients,
and schemas.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from openapi.stability.schemas import Schema, Use, broken, promised, references

Document: TypeAlias = dict[str, Any]
Promises: TypeAlias = dict[str, dict[str, Any]]


def promises(document: Document) -> Promises:
    """Return what a document promises."""
    operations = _operations_of(document)
    return {
        "operations": {name: _operation(each) for name, each in operations.items()},
        "webhooks": {
            name: {method: _contents_of(each["requestBody"]) for method, each in item.items()}
            for name, item in _webhooks_of(document, operations.values()).items()
        },
        "schemas": {name: promised(each) for name, each in _schemas_of(document).items()},
    }


def broken_promises(old: Promises, new: Promises) -> list[str]:
    return sorted({*_operations(old, new), *_webhooks(old, new), *_components(old, new)})


def _schemas_of(document: Document) -> dict[str, Schema]:
    found: dict[str, Schema] = document["components"]["schemas"]
    return found


def _operations_of(document: Document) -> dict[str, Any]:
    """Return the operations by method and path."""
    return {
        f"{method.upper()} {path}": {**operation, "responses": _responses(document, operation)}
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def _responses(document: Document, operation: Document) -> Document:
    """Return the responses by status, with those that operations share."""
    shared = document["components"].get("responses", {})
    return {
        status: shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for status, each in operation["responses"].items()
    }


def _webhooks_of(document: Document, operations: Iterable[Document]) -> dict[str, Any]:
    """Return what the server sends to clients, by name: callbacks of operations, and webhooks."""
    found = {
        name: item
        for operation in operations
        for name, callback in operation.get("callbacks", {}).items()
        for item in callback.values()
    }
    return {**document.get("webhooks", {}), **found}


def _operation(operation: Document) -> Document:
    body = operation.get("requestBody", {})
    return {
        "id": operation["operationId"],
        "token": _needs_token(operation),
        "parameters": {
            f"{each['in']} {each['name']}": [each.get("required", False), promised(each["schema"])]
            for each in operation.get("parameters", ())
        },
        "body": [body.get("required", False), _contents_of(body)],
        "responses": {
            status: [_contents_of(each), *(sorted(each.get(part, ())) for part in PARTS)]
            for status, each in operation["responses"].items()
        },
    }


def _needs_token(operation: Document) -> bool:
    """Return whether an operation cannot be called without a token; `{}` makes it optional."""
    security = operation.get("security", [])
    return bool(security) and {} not in security


def _contents_of(part: Document) -> dict[str, Schema]:
    contents = part.get("content", {}).items()
    return {media: promised(content.get("schema", {})) for media, content in contents}


PARTS = ("headers", "links")  # of a response


def _operations(old: Promises, new: Promises) -> Iterator[str]:
    for name, operation in old["operations"].items():
        after = new["operations"].get(name)
        if after is None:
            yield f"{name}: is gone"
            continue
        if operation["id"] != after["id"]:
            yield f"{name}: is now called {after['id']}"
        if after["token"] and not operation["token"]:
            yield f"{name}: needs a token now"
        yield from _parameters(operation["parameters"], after["parameters"], name)
        yield from _body(operation["body"], after["body"], name)
        yield from _answers(operation["responses"], after["responses"], name)


def _webhooks(old: Promises, new: Promises) -> Iterator[str]:
    """Compare webhooks; clients receive their bodies."""
    for name, item in old["webhooks"].items():
        after = new["webhooks"].get(name)
        if after is None:
            yield f"webhook {name}: is gone"
            continue
        for method, contents in item.items():
            yield from _contents(contents, after.get(method, {}), "received", f"webhook {name}")


def _parameters(old: Any, new: Any, where: str) -> Iterator[str]:
    for key, (_, schema) in old.items():
        place = f"{where} ?{key.partition(' ')[2]}"
        if key not in new:
            yield f"{place}: is gone"
        else:
            yield from broken(schema, new[key][1], {"sent"}, place)
    for key, (required, _) in new.items():
        if required and not old.get(key, [False])[0]:
            yield f"{where} ?{key.partition(' ')[2]}: must now be sent"


def _body(old: Any, new: Any, where: str) -> Iterator[str]:
    if (old[0], new[0]) == (False, True):
        yield f"{where} body: must now be sent"
    yield from _contents(old[1], new[1], "sent", where)


def _answers(old: Any, new: Any, where: str) -> Iterator[str]:
    for status, (contents, *parts) in old.items():
        place, after = f"{where} → {status}", new.get(status)
        if after is None:
            yield f"{place}: is gone"
            continue
        yield from _contents(contents, after[0], "received", place)
        for part, before, still in zip(PARTS, parts, after[1:], strict=True):
            gone = sorted({*before} - {*still})
            yield from (f"{place}: {name} of its {part} is gone" for name in gone)


def _contents(old: Any, new: Any, use: Use, where: str) -> Iterator[str]:
    for media, schema in old.items():
        if media not in new:
            yield f"{where}: {media} is gone"
        elif schema:
            yield from broken(schema, new[media], {use}, where)


def _components(old: Promises, new: Promises) -> Iterator[str]:
    uses = _uses(old)
    for name, schema in old["schemas"].items():
        if name not in new["schemas"]:
            yield f"{name}: is gone"
        else:
            yield from broken(schema, new["schemas"][name], uses.get(name, set()), name)


def _uses(old: Promises) -> dict[str, set[Use]]:
    """Return which schemas clients send and which they receive, directly or inside others."""
    schemas = old["schemas"]
    found: dict[str, set[Use]] = {}

    def add(part: Any, use: Use) -> None:
        for name in references(part):
            if name in schemas and use not in found.setdefault(name, set()):
                found[name].add(use)
                add(schemas[name], use)

    for operation in old["operations"].values():
        add([operation["body"], operation["parameters"]], "sent")
        add(operation["responses"], "received")
    add(old["webhooks"], "received")
    return found
