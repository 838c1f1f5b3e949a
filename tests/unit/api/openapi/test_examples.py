"""The recorded examples of texts: a stream, and views line by line."""

from msgspec import json

from api.openapi.examples import example_answers
from tests.support.documents.document_check import validator

REF = '{"$ref":"#/components/schemas/%s"}'


def test_the_recorded_example_is_a_stream() -> None:
    [told] = example_answers("streamEvents").values()
    frames = [
        dict(line.split(": ", 1) for line in frame.splitlines())
        for frame in told.removesuffix("\n\n").split("\n\n")
    ]
    for frame in frames:
        validator(REF % "StreamFrame").validate(frame)
    kinds = {frame.get("event", "message"): frame for frame in frames}
    assert list(kinds) == ["snapshot", "message", "state", "bye"]
    message = json.decode(kinds["message"]["data"])
    assert kinds["message"]["id"] == str(message["version"])
    validator(REF % "Event").validate(message)
    validator(REF % "TableSnapshot").validate(json.decode(kinds["snapshot"]["data"]))
    validator(REF % "StateSeen").validate(json.decode(kinds["state"]["data"]))
    validator(REF % "TableBye").validate(json.decode(kinds["bye"]["data"]))


def test_the_recorded_views_are_lines() -> None:
    [told] = example_answers("listViews").values()
    *views, end = told.splitlines()
    assert views
    for view in views:
        validator(REF % "ViewAt").validate(json.decode(view))
    validator(REF % "ViewsEnd").validate(json.decode(end))
