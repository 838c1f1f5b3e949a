"""Traces a real API process on a real store."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from store.embedded.server import EmbeddedServer
from tests.budget.measures import Sizes
from tests.support.servers.ports import free_port


def traced() -> dict[str, list[str]]:
    """Return the functions that a command and a GET pass, as `file:name`."""
    with TemporaryDirectory() as folder:
        store = EmbeddedServer(Path(folder) / "store", fsync="no")
        store.start()
        try:
            others = {n: v for n, v in os.environ.items() if not n.startswith("LUDOTHEQUE_")}
            own = {
                "LUDOTHEQUE_REDIS_URL": store.url,
                "LUDOTHEQUE_VAR": folder,
                # always full again, so that headers do not depend on the speed of the machine
                "LUDOTHEQUE_RATE_PER_TOKEN": "1000000:1500",
            }
            ran = subprocess.run(
                [sys.executable, "-m", "tests.budget.traced_api"],
                env={**others, **own, "PORT": str(free_port())},
                stdout=subprocess.PIPE,
                check=True,
                timeout=300,
            )
        finally:
            store.stop()
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return found


def sizes_of(trace: dict[str, list[str]]) -> dict[str, Sizes]:
    return {
        kind: {
            "functions": len(places),
            "files": len({place.partition(":")[0] for place in places}),
        }
        for kind, places in trace.items()
    }
