"""The same without a network: schemathesis calls the application in this process, in all phases."""

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from api.app import create_app
from api.settings import Settings
from eventlog.embedded import EmbeddedServer
from tests.openapi.test_schemathesis import CONFIG, token
from tests.support.web import Api

PHASES = {"EXAMPLES", "COVERAGE", "FUZZING", "STATEFUL_TESTING"}


def test_the_application_keeps_its_promises(
    clients_store: EmbeddedServer, clients_api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens come from the web process beside it: both serve the same store."""
    monkeypatch.setenv("LUDOTHEQUE_TOKEN", token(clients_api.base))
    monkeypatch.setenv("SPARE_TOKEN", token(clients_api.base))
    config = SchemathesisConfig.from_path(CONFIG)
    config.projects.default.generation.update(max_examples=10)
    settings = Settings(
        redis_url=clients_store.url,
        per_token=None,
        per_address=None,
        of_registration=None,
        stream_seconds=1,
    )
    app = create_app(settings)
    schema = schemathesis.openapi.from_asgi("/schema/openapi.json", app, config=config)

    said = list(from_schema(schema).execute())

    ended = [event for event in said if isinstance(event, events.EngineFinished)]
    assert [event.failures for event in ended] == [[]]
    assert [event for event in said if isinstance(event, events.NonFatalError)] == []
    phases = {e.phase.name.name: e.status for e in said if isinstance(e, events.PhaseFinished)}
    assert {name: phases.get(name) for name in PHASES} == dict.fromkeys(PHASES, Status.SUCCESS)
