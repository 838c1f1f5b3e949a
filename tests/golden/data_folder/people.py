"""The players of the folder: with further tokens, with recovery codes, renamed, erased …"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.golden.data_folder.listing import Known
from tests.support.players.callers import Caller, new_player


def done(answer: httpx.Response) -> Any:
    """Return the body of an answer that must be a success."""
    assert answer.is_success, f"{answer.request.url}: {answer.text}"
    return answer.json() if answer.content else None


class People:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.known: dict[str, Known] = {}

    def register(self, *names: str) -> list[Caller]:
        return [self.note(name, new_player(self.http, name)) for name in names]

    def note(self, name: str, caller: Caller) -> Caller:
        assert caller.token is not None
        self.known[name] = Known(caller.id, name, caller.token)
        return caller

    def caller(self, name: str) -> Caller:
        return Caller(self.http, self.known[name].token, self.known[name].id)

    def key_of(self, player: str) -> str:
        return next(name for name, each in self.known.items() if each.id == player)

    def give_tokens(self, name: str) -> None:
        """Let a player have a token for reading, one that expires and one that was revoked."""
        caller, known = self.caller(name), self.known[name]
        for body in (
            {"name": "display", "scopes": ["read"]},
            {"name": "bot", "scopes": ["play"], "expires_in": 316_224_000},
            {"name": "hooks", "scopes": ["webhooks", "read"]},
            {"name": "revoked", "scopes": ["play"]},
        ):
            made = done(caller.post("/v1/players/me/tokens", body))
            known.tokens[str(body["name"])] = made["token"]
        done(caller.delete(f"/v1/players/me/tokens/{made['id']}"))

    def give_codes(self, name: str) -> None:
        """Let a player have recovery codes; the first was used."""
        known = self.known[name]
        made = done(self.caller(name).post("/v1/players/me/recovery-codes"))
        known.codes = made["codes"]
        used = done(Caller(self.http).post("/v1/recoveries", {"code": known.codes[0]}))
        known.tokens["recovered"] = used["token"]

    def rename(self, name: str, new: str) -> None:
        done(self.caller(name).ask("PATCH", "/v1/players/me", json={"name": new}))
        self.known[name].name = new

    def erase(self, name: str) -> None:
        done(self.caller(name).erase())
        self.known[name].name = None

    def administrator(self, var: Path) -> Caller:
        """Create an administrator as an operator does."""
        env = {**os.environ, "LUDOTHEQUE_VAR": str(var), "LOGNAME": "operator"}
        command = [sys.executable, "-m", "workers", "admin", "create", "Zoé"]
        made = json.loads(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
        return self.note("Zoé", Caller(self.http, made["token"], made["player"]))

    def suspend(self, name: str, zoe: Caller) -> None:
        path = f"/v1/admin/suspensions/{self.known[name].id}"
        done(zoe.ask("PUT", path, json={"reason": "Insults at three tables."}))
        self.known[name].suspended = True
