"""What was asked and answered, by operation and by schema; made short enough to be read."""

from typing import Any

import httpx
from msgspec import json

FEW = 3  # objects that are kept of a long list
MANY = 12  # and plain values
LONG = 16  # from here on a list of plain values is long

# What is shown once, or is this machine's own, is the same in every recording.
ALWAYS: dict[str, Any] = {
    "token": "a-token-is-shown-once-and-never-again",
    "ticket": "a-ticket-is-good-once",
    "secret": "whsec_c2hvd24gb25jZSwgdGhlbiBuZXZlcg==",
    "url": "https://example.org/ludotheque",
    "created": "2050-01-01T12:00:00Z",
    "durability": "always",
    "latency_ms": 0.2,
    "store_version": "9.1.0",
}


class Notes:
    def __init__(self, schemas: dict[str, Any] | None = None) -> None:
        self.operations: dict[str, dict[str, dict[str, Any]]] = {}
        self.schemas: dict[str, Any] = {} if schemas is None else schemas

    def body(self, operation: str, name: str, sent: Any) -> Any:
        self._of(operation)["bodies"][name] = sent
        return sent

    def answer(self, operation: str, name: str, got: httpx.Response) -> Any:
        said = got.raise_for_status().json()
        self._of(operation)["answers"][name] = shortened(masked(said))
        return said

    def text(self, operation: str, name: str, got: httpx.Response, only: str = "") -> None:
        """The lines that begin so; numbers and times of this machine are no example."""
        lines = got.raise_for_status().text.splitlines(keepends=True)
        kept = "".join(each for each in lines if each.startswith(only) and "_created" not in each)
        self._of(operation)["answers"][name] = kept

    def frames(self, operation: str, name: str, got: httpx.Response) -> None:
        """The first frame of each kind of a stream."""
        for frame in got.raise_for_status().text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in frame.splitlines() if ": " in line)
            if "data" in fields:
                kind = fields.get("event", "message")
                self._of(operation)["answers"].setdefault(f"{name}_{kind}", fields)

    def always(self, field: str) -> Any:
        """What stands in this field in every recording."""
        return ALWAYS[field]

    def schema(self, name: str, value: Any) -> None:
        """The first value of a schema that was met is its example."""
        if name not in self.schemas:
            self.schemas[name] = shortened(masked(value))

    def written(self) -> bytes:
        kept = {"operations": self.operations, "schemas": dict(sorted(self.schemas.items()))}
        return json.format(json.encode(kept), indent=1) + b"\n"

    def _of(self, operation: str) -> dict[str, dict[str, Any]]:
        return self.operations.setdefault(operation, {"bodies": {}, "answers": {}})


def shortened(value: Any) -> Any:
    """Long lists of events, rules, cards and the like, cut where any number of items is allowed."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            value = value[:FEW]
        elif len(value) >= LONG:
            value = value[:MANY]
        return [shortened(each) for each in value]
    return value


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: ALWAYS.get(key, masked(each)) for key, each in value.items()}
    return [masked(each) for each in value] if isinstance(value, list) else value
