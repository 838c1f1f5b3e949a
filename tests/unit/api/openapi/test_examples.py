"""The recorded example of a stream."""

from msgspec import json

from api.openapi.examples import example_answers
from domain.games import GAMES


def test_the_recorded_example_is_a_stream() -> None:
    told = example_answers("streamEvents")
    for key in GAMES:
        message = told[f"{key}_message"]
        assert message["id"] == str(json.decode(message["data"])["version"])
        assert {f"{key}_snapshot", f"{key}_bye"} <= told.keys()
