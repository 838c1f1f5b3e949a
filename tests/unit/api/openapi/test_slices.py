"""Parts of the document stand alone: each refers only to what it has."""

import re

import pytest
from msgspec import json

from api.http.operation import camel
from api.openapi.document import document, served
from api.openapi.slices import sliced
from domain.games import GAMES


def operations(part: str) -> set[str]:
    paths = json.decode(served("/", part))["paths"]
    return {each["operationId"] for item in paths.values() for each in item.values()}


@pytest.mark.parametrize("part", ["play", *GAMES])
def test_a_part_refers_only_to_what_it_has(part: str) -> None:
    text = served("/", part).decode()
    components = json.decode(text)["components"]
    for kind, name in re.findall(r'"#/components/(\w+)/([^"]+)"', text):
        assert name in components[kind]
    linked = set(re.findall(r'"operationId":"(\w+)","parameters":\{', text))
    assert linked <= operations(part)


def test_a_client_that_plays_finds_all_it_needs_and_nothing_of_administrators() -> None:
    found = operations("play")
    assert {"createPlayer", "openTable", "takeSeat", "sendCommand", "streamEvents"} <= found
    assert not found & {"listActs", "createWebhook", "getMetrics", "readFeed"}


@pytest.mark.parametrize("game", GAMES)
def test_the_part_of_a_game_knows_no_other_game(game: str) -> None:
    whole, part = document(), sliced(document(), game)
    others = tuple(camel(key) for key in GAMES if key != game)
    assert not [name for name in part["components"]["schemas"] if name.startswith(others)]
    commands = part["components"]["schemas"]["Command"]["discriminator"]["mapping"]
    assert {name.partition(".")[0] for name in commands} == {game}
    assert len(json.encode(part)) < len(json.encode(whole)) / 2
