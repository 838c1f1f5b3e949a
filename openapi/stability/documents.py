"""Compares two documents: every change of the new one that could break a client of the old."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from openapi.stability.schemas import Use, broken, references

Document: TypeAlias = dict[str, Any]


def broken_promises(old: Document, new: Document) -> list[str]:
    return sorted({*_operations(old, new), *_webhooks(old, new), *_components(old, new)})


def operations(document: Document) -> dict[str, Any]:
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


def webhooks(document: Document) -> dict[str, Any]:
    """Return what the server sends to clients, by name: callbacks of operations, and webhooks."""
    found = {
        name: item
        for operation in operations(document).values()
        for name, callback in operation.get("callbacks", {}).items()
        for item in callback.values()
    }
    return {**document.get("webhooks", {}), **found}


def _needs_token(operation: Document) -> bool:
    """Return whether an operation cannot be called without a token; `{}` makes it optional."""
    security = operation.get("security", [])
    return bool(security) and {} not in security


def _operations(old: Document, new: Document) -> Iterator[str]:
    after = operations(new)
    for name, operation in operations(old).items():
        if name not in after:
            yield f"{name}: is gone"
            continue
        if operation["operationId"] != after[name]["operationId"]:
            yield f"{name}: is now called {after[name]['operationId']}"
        if _needs_token(after[name]) and not _needs_token(operation):
            yield f"{name}: needs a token now"
        yield from _parameters(operation, after[name], name)
        yield from _body(operation, after[name], name)
        yield from _answers(operation, after[name], name)


def _webhooks(old: Document, new: Document) -> Iterator[str]:
    """Compare webhooks; clients receive their bodies."""
    after = webhooks(new)
    for name, item in webhooks(old).items():
        if name not in after:
            yield f"webhook {name}: is gone"
            continue
        for method, webhook in item.items():
            sent = after[name].get(method, {}).get("requestBody", {})
            yield from _contents(webhook["requestBody"], sent, "received", f"webhook {name}")


def _parameters(old: Any, new: Any, where: str) -> Iterator[str]:
    before = {(each["in"], each["name"]): each for each in old.get("parameters", ())}
    after = {(each["in"], each["name"]): each for each in new.get("parameters", ())}
    for key, parameter in before.items():
        if key not in after:
            yield f"{where} ?{key[1]}: is gone"
        else:
            yield from broken(
                parameter["schema"], after[key]["schema"], {"sent"}, f"{where} ?{key[1]}"
            )
    for key, parameter in after.items():
        if parameter.get("required") and not before.get(key, {}).get("required"):
            yield f"{where} ?{key[1]}: must now be sent"


def _body(old: Any, new: Any, where: str) -> Iterator[str]:
    required = (each.get("requestBody", {}).get("required", False) for each in (old, new))
    if tuple(required) == (False, True):
        yield f"{where} body: must now be sent"
    yield from _contents(old.get("requestBody", {}), new.get("requestBody", {}), "sent", where)


def _answers(old: Any, new: Any, where: str) -> Iterator[str]:
    for status, answer in old["responses"].items():
        place, after = f"{where} → {status}", new["responses"].get(status)
        if after is None:
            yield f"{place}: is gone"
            continue
        yield from _contents(answer, after, "received", place)
        for part in ("headers", "links"):
            gone = sorted(answer.get(part, {}).keys() - after.get(part, {}).keys())
            yield from (f"{place}: {name} of its {part} is gone" for name in gone)


def _contents(old: Any, new: Any, use: Use, where: str) -> Iterator[str]:
    for media, content in old.get("content", {}).items():
        if media not in new.get("content", {}):
            yield f"{where}: {media} is gone"
        elif "schema" in content:
            schema = new["content"][media].get("schema", {})
            yield from broken(content["schema"], schema, {use}, where)


def _components(old: Document, new: Document) -> Iterator[str]:
    uses = _uses(old)
    after = new["components"]["schemas"]
    for name, schema in old["components"]["schemas"].items():
        if name not in after:
            yield f"{name}: is gone"
        else:
            yield from broken(schema, after[name], uses.get(name, set()), name)


def _uses(document: Document) -> dict[str, set[Use]]:
    """Return which components clients send and which they receive, directly or inside others."""
    schemas = document["components"]["schemas"]
    found: dict[str, set[Use]] = {}

    def add(part: Any, use: Use) -> None:
        for name in references(part):
            if name in schemas and use not in found.setdefault(name, set()):
                found[name].add(use)
                add(schemas[name], use)

    for operation in operations(document).values():
        add([operation.get("requestBody"), operation.get("parameters")], "sent")
        add(operation["responses"], "received")
    add(webhooks(document), "received")
    return found
