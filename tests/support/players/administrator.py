"""An administrator, made by the command line as an operator would do it."""

import json
import os
import subprocess
import sys
from typing import Any

import httpx

from tests.support.paths import ROOT
from tests.support.players.callers import Caller


def run_admin(redis_url: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `ludotheque admin …` in a process of its own."""
    env = {**os.environ, "LUDOTHEQUE_REDIS_URL": redis_url}
    command = [sys.executable, "-m", "workers", "admin", *words]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)


def created_administrator(redis_url: str, http: httpx.Client) -> "Administrator":
    """Create an administrator on the machine of the store."""
    ran = run_admin(redis_url, "create", "Zoé")
    assert ran.returncode == 0, ran.stderr
    made = json.loads(ran.stdout)
    return Administrator(http, made["token"], made["player"])


class Administrator(Caller):
    def put(self, path: str, body: Any) -> httpx.Response:
        return self.ask("PUT", path, json=body)

    def acts(self) -> Any:
        """Return all acts, oldest first."""
        page = self.get("/v1/admin/acts").json()
        found: list[Any] = page["acts"]
        while page["next"] is not None:
            page = self.get("/v1/admin/acts", params={"cursor": page["next"]}).json()
            found += page["acts"]
        return found

    def suspend(self, player: str, reason: str, **more: Any) -> httpx.Response:
        return self.put(f"/v1/admin/suspensions/{player}", {"reason": reason, **more})

    def unsuspend(self, player: str, reason: str = "Apologised.") -> httpx.Response:
        return self.delete(f"/v1/admin/suspensions/{player}", params={"reason": reason})
