"""Runs of schemathesis that are short enough for every `make test`; `make fuzz` is the long one."""

import os

import requests
from schemathesis.engine import Status

from openapi.fuzz.run import PHASES, WALKS, Findings, FuzzOptions

REQUESTS = PHASES - {WALKS}
MORE = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "0"))
BRIEFLY = FuzzOptions(examples=MORE or 2, walks=MORE or 40, steps=30, seed=8)
ENGINE_NAMES = {WALKS: "STATEFUL_TESTING"}  # schemathesis reports this phase under another name

# The servers are on this machine; to look for a proxy takes a fifth of the processor time.
setattr(requests.sessions, "get_environ_proxies", lambda *_, **__: {})  # noqa: B010


def assert_no_failure(found: Findings, phases: frozenset[str]) -> None:
    """Fail unless every phase ran to its end and found nothing."""
    assert found.failures == [], found.failures
    assert found.errors == [], found.errors
    names = [ENGINE_NAMES.get(phase, phase.upper()) for phase in phases]
    assert {name: found.phases.get(name) for name in names} == dict.fromkeys(names, Status.SUCCESS)
