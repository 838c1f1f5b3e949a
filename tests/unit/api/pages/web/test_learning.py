"""What newcomers read and play on the page."""

from msgspec import json

from api.pages.web.learning import learning_file
from domain.games import GAMES


def test_every_game_has_a_guide_in_each_language_and_a_place_on_the_shelf() -> None:
    about = learning_file("learn/about.json")
    assert about is not None
    assert json.decode(about.content).keys() == GAMES.keys()
    for key in GAMES:
        english, french = (learning_file(f"learn/{key}/{lang}.md") for lang in ("en", "fr"))
        assert english is not None
        assert french is not None
        assert english.content != french.content


def test_a_lesson_has_a_frame_for_every_note_and_tells_only_what_the_learner_sees() -> None:
    found = learning_file("learn/asterix/lesson1.json")
    assert found is not None
    lesson = json.decode(found.content)
    for step in lesson["steps"]:
        frame = lesson["frames"][step["at"]]
        assert (frame["actions"] is not None) or "play" not in step
        actions = [action["command"] for action in frame["actions"] or ()]
        assert "play" not in step or step["play"] in actions
    events = [event for frame in lesson["frames"] for event in frame["events"]]
    assert {"en", "fr"} == events[0]["sentence"].keys()
    assert "asterix.deck_shuffled" not in {event["type"] for event in events}
    versions = [frame["version"] for frame in lesson["frames"]]
    assert versions == sorted(set(versions))


def test_nothing_else_is_found() -> None:
    for path in ("learn/chess/en.md", "learn/asterix/de.md", "learn/asterix/lesson9.json"):
        assert learning_file(path) is None
    for path in ("learn/asterix/lesson1.toml", "learn/asterix", "learn/../main.js", "learn/a/b/c"):
        assert learning_file(path) is None
