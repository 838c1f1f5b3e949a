"""Players in a thread who play without end and keep every acknowledgement they got."""

import secrets
import threading
import time
from collections import Counter
from typing import Any, NamedTuple

import httpx

SEATS = 3
THINKING = 0.02  # seconds before each command, so that the server is not all that is busy
RETRY = 0.05
GAME = {"game": "gumball_rally", "clock": None, "sit": True}


class Acknowledged(NamedTuple):
    """A command that the server has acknowledged; `at` is in seconds of `time.monotonic`."""

    table: str
    version: int
    head: str
    at: float


class Refused(NamedTuple):
    """A command that got 503."""

    table: str
    at: float
    retry_after: str | None


class RecordingPlayers(threading.Thread):
    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=url)
        self._ended = threading.Event()
        names = [{"name": f"P{n}"} for n in range(SEATS)]
        self._tokens = [self._repeat("POST", "/v1/players", each)["token"] for each in names]
        self.table = ""
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[Refused] = []
        self.rejected: Counter[str] = Counter()  # other problems, by type
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._ended.is_set():
                if self.table:
                    self._play()
                else:
                    self._open()
        except BaseException as failure:  # noqa: BLE001  (`end` raises it)
            self.failure = failure

    def end(self) -> None:
        self._ended.set()
        self.join()
        self._http.close()
        if self.failure is not None:
            raise self.failure

    def _open(self) -> None:
        table = self._repeat("POST", "/v1/tables", GAME, 0).get("id", "")
        if not table:
            return
        for seat in range(1, SEATS):
            self._repeat("POST", f"/v1/tables/{table}/seats", {}, seat)
        self._repeat("POST", f"/v1/tables/{table}/start", None, 0)
        self.table = table

    def _play(self) -> None:
        """Let a seat play that can; open another table if the game is over."""
        for seat in range(SEATS):
            answer = self._repeat("GET", f"/v1/tables/{self.table}/actions", None, seat)
            if answer.get("actions"):
                self._command(answer["actions"][0]["command"], seat)
                return
        self.table = ""

    def _command(self, command: Any, seat: int) -> None:
        time.sleep(THINKING)
        answer = self._repeat("POST", f"/v1/tables/{self.table}/commands", command, seat)
        if "head" in answer:
            found = Acknowledged(self.table, answer["version"], answer["head"], time.monotonic())
            self.acknowledged.append(found)

    def _repeat(self, method: str, path: str, body: Any, seat: int | None = None) -> Any:
        """Return the answer; repeat the request while the server answers 503."""
        headers = {"Idempotency-Key": secrets.token_hex(8)} if method == "POST" else {}
        headers |= {} if seat is None else {"Authorization": f"Bearer {self._tokens[seat]}"}
        while True:
            answer = self._http.request(method, path, json=body, headers=headers)
            if answer.status_code != 503:
                break
            if self._ended.is_set():
                return {}
            retry_after = answer.headers.get("Retry-After")
            self.refused.append(Refused(self.table, time.monotonic(), retry_after))
            time.sleep(RETRY)
        if not answer.is_success:
            self.rejected[answer.json()["type"]] += 1
        return answer.json()
