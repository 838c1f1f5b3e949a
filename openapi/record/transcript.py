"""Recorded requests and answers, by operation and by schema, shortened for readers."""

from typing import Any

import httpx
from msgspec import json

from openapi.record.selection import selected

FEW = 3  # objects kept of any list
MANY = 12  # plain values kept of a long list
LONG = 16  # plain values from which a list is long
LARGE = 6  # objects from which a map is large

# Values that differ from run to run or from machine to machine are replaced by these.
FIXED: dict[str, Any] = {
    "token": "a-token-is-shown-once-and-never-again",
    "ticket": "a-ticket-is-good-once",
    "secret": "whsec_c2hvd24gb25jZSwgdGhlbiBuZXZlcg==",
    "url": "https://example.org/ludotheque",
    "created": "2050-01-01T12:00:00Z",
    "codes": ["kq3w7a-5tmzpe-x2vdgh-c4ynru", "b6ljo2-wf7sia-q3xkve-m5tzdp"],
    "durability": "always",
    "latency_ms": 0.2,
    "store_version": "9.1.0",
}


class Transcript:
    def __init__(self, schemas: dict[str, Any] | None = None) -> None:
        self.operations: dict[str, dict[str, dict[str, Any]]] = {}
        self.schemas: dict[str, Any] = {} if schemas is None else schemas

    def body(self, operation: str, name: str, body: Any) -> Any:
        """Record a request body and return it."""
        self._of(operation)["bodies"][name] = body
        return body

    def answer(self, operation: str, name: str, response: httpx.Response) -> Any:
        """Record a JSON answer and return it as it was sent."""
        content = response.raise_for_status().json()
        self._of(operation)["answers"][name] = shortened(masked(content))
        return content

    def text(self, operation: str, name: str, response: httpx.Response, prefix: str) -> None:
        """Record the lines with this prefix; those without have values of this machine."""
        lines = response.raise_for_status().text.splitlines(keepends=True)
        kept = "".join(each for each in lines if each.startswith(prefix) and "_created" not in each)
        self._of(operation)["answers"][name] = kept

    def frames(
        self, operation: str, name: str, response: httpx.Response, newest: bool = False
    ) -> None:
        """Record a stream with its first frame of each kind, or its last one."""
        kept: dict[str, str] = {}
        for frame in response.raise_for_status().text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in frame.splitlines() if ": " in line)
            kind = fields.get("event", "message")
            if "data" in fields and (newest or kind not in kept):
                kept[kind] = f"{frame}\n\n"
        self._of(operation)["answers"][name] = "".join(kept.values())

    def whole(self, operation: str, name: str, response: httpx.Response) -> None:
        """Record a text: one JSON object per line, or a signed note."""
        self._of(operation)["answers"][name] = response.raise_for_status().text

    def written(self, operation: str, name: str, text: str) -> None:
        """Add a text that the recorded server does not return."""
        self._of(operation)["answers"][name] = text

    def shown(self, operation: str, name: str) -> Any:
        """Return a recorded answer, in which values can be replaced."""
        return self.operations[operation]["answers"][name]

    def schema(self, name: str, value: Any) -> None:
        """Record the example of a schema: its first value."""
        if name not in self.schemas:
            self.schemas[name] = shortened(masked(value))

    def encode(self) -> bytes:
        """Return the content of examples.json."""
        chosen = {name: selected(name, each) for name, each in self.operations.items()}
        content = {"operations": chosen, "schemas": dict(sorted(self.schemas.items()))}
        return json.format(json.encode(content), indent=1) + b"\n"

    def _of(self, operation: str) -> dict[str, dict[str, Any]]:
        return self.operations.setdefault(operation, {"bodies": {}, "answers": {}})


def shortened(value: Any) -> Any:
    """Return the value with its long lists (events, rules, cards …) and large maps cut."""
    if isinstance(value, dict):
        kept = list(value.items())[: FEW if _is_large_map(value) else None]
        return {key: shortened(each) for key, each in kept}
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            value = value[:FEW]
        elif len(value) >= LONG:
            value = value[:MANY]
        return [shortened(each) for each in value]
    return value


def _is_large_map(value: dict[str, Any]) -> bool:
    """Return whether the keys are ids: of many objects, all with the same fields."""
    fields = {tuple(each) if isinstance(each, dict) else () for each in value.values()}
    return len(value) >= LARGE and len(fields) == 1 and () not in fields


def masked(value: Any) -> Any:
    """Return the value with its fixed fields replaced."""
    if isinstance(value, dict):
        return {key: FIXED.get(key, masked(each)) for key, each in value.items()}
    return [masked(each) for each in value] if isinstance(value, list) else value
