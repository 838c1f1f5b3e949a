"""Wrong requests, each with the answer it gets: `slips.txt`.

A slip is a request line, its headers, its body, and after `→` the status, the code and a line for
each fault. `Header: -` omits a header that is sent otherwise.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.support.players.callers import Caller

LONG_LIST = re.compile(r"(?:`[^`]*`, ){6,}`[^`]*`")  # it grows with the API
FILE = Path(__file__).with_suffix(".txt")


class Slip(NamedTuple):
    method: str
    path: str  # `{table}` stands for a table at which the caller plays
    headers: dict[str, str]
    body: str
    answer: str

    def send(self, caller: Caller, table: str, lang: str) -> httpx.Response:
        headers = {"Accept-Language": lang, **self.headers}
        if self.body:
            headers.setdefault("Content-Type", "application/json")
        if headers.get("Authorization") == "-":
            caller, _ = Caller(caller.http), headers.pop("Authorization")
        path = self.path.replace("{table}", table)
        return caller.ask(self.method, path, headers=headers, content=self.body.encode())


def slips() -> Iterator[Slip]:
    for block in FILE.read_text().split("\n\n"):
        lines = [line for line in block.strip().splitlines() if not line.startswith("#")]
        end = next(number for number, line in enumerate(lines) if line.startswith("→"))
        method, path = lines[0].split(" ", 1)
        headers = dict(line.split(": ", 1) for line in lines[1:end] if line[0].isupper())
        body = "".join(line for line in lines[1:end] if not line[0].isupper())
        yield Slip(method, path, headers, body, "\n".join(lines[end:]))


def shown(answer: httpx.Response, table: str) -> str:
    """Return an answer as it stands in the file."""
    problem = answer.json()
    code = problem["type"].rpartition("/")[2]
    faults = [
        f"  {error.get('field', '*')} {error['code']}: {error['message']}"
        for error in problem.get("errors", ())
    ] or [f"  {problem['detail']}"]
    head = f"→ {answer.status_code} {code}"
    return LONG_LIST.sub("…", "\n".join((head, *faults)).replace(table, "{table}"))
