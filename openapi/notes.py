"""What was asked of a server and what it answered, by operation, shortened for the document."""

from typing import Any

import httpx

FEW = 3  # items that are kept of a long list


class Notes:
    """What was asked and answered, by operation."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, dict[str, Any]]] = {}

    def body(self, operation: str, name: str, sent: Any) -> Any:
        self._of(operation)["bodies"][name] = sent
        return sent

    def answer(self, operation: str, name: str, got: httpx.Response) -> Any:
        got.raise_for_status()
        self._of(operation)["answers"][name] = shortened(got.json())
        return got.json()

    def text(self, operation: str, name: str, got: httpx.Response) -> None:
        lines = got.raise_for_status().text.splitlines(keepends=True)
        self._of(operation)["answers"][name] = "".join(lines[:FEW])

    def _of(self, operation: str) -> dict[str, dict[str, Any]]:
        return self.kept.setdefault(operation, {"bodies": {}, "answers": {}})


def shortened(value: Any) -> Any:
    """Long lists of events, rules, cards and the like, cut where any number of items is allowed."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    if isinstance(value, list):
        kept = value[:FEW] if value and isinstance(value[0], dict) else value
        return [shortened(each) for each in kept]
    return value
