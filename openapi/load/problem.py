"""What a refusal says: its problem code, and how long to wait. For httpx and requests alike."""

from collections.abc import Mapping
from typing import Any, Protocol

BUSY = (429, 503)
LONGEST_WAIT = 30.0
TRIES = 4


class Answer(Protocol):
    @property
    def status_code(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    def json(self) -> Any: ...


def problem_code(answer: Answer) -> str:
    """The last word of the problem's type, or the status of what is no problem document."""
    try:
        return str(answer.json()["type"]).rpartition("/")[2]
    except (ValueError, KeyError, TypeError):
        return str(answer.status_code)


def retry_after(answer: Answer) -> float | None:
    """Seconds to wait, if the server is only busy and says for how long."""
    said = answer.headers.get("Retry-After", "")
    if answer.status_code not in BUSY or not said.isdecimal():
        return None
    return min(float(said), LONGEST_WAIT)
