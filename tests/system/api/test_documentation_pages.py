"""The pages for people: every page of docs/, every game, every problem."""

import re

import pytest

from api.pages.documentation.pages import FILES, PAGES, VERIFIER
from api.problems.catalogue import CODES
from domain.games import GAMES
from domain.kernel import box
from tests.support.callers import Caller


def test_every_page_of_the_folder_is_served_in_its_order(anyone: Caller) -> None:
    assert set(FILES) == set(PAGES)
    contents = anyone.get("/docs").text
    for name in PAGES:
        assert f'href="/docs/{name}"' in contents
        assert "<h1>" in anyone.get(f"/docs/{name}").text


def test_the_verifier_is_handed_out_as_it_is(anyone: Caller) -> None:
    answer = anyone.get("/docs/verify.py")
    assert answer.content == VERIFIER.read_bytes()
    assert answer.headers["Content-Type"].startswith("text/x-python")


def test_every_link_inside_the_pages_leads_somewhere(anyone: Caller) -> None:
    places = ["/docs", "/docs/problems", *(f"/docs/{name}" for name in PAGES)]
    places += [f"/docs/games/{key}" for key in GAMES]
    targets = {
        found.partition("#")[0]
        for place in places
        for found in re.findall(r'href="(/[^"]*)"', anyone.get(place).text)
    }
    broken = [target for target in targets if anyone.get(target).status_code != 200]
    assert broken == []


def test_every_link_to_a_heading_finds_it(anyone: Caller) -> None:
    found = []
    for name in PAGES:
        text = anyone.get(f"/docs/{name}").text
        for place, heading in re.findall(r'href="(/docs/[^"#]*)?#([^"]+)"', text):
            found.append(heading)
            there = anyone.get(place).text if place else text
            assert f'id="{heading}"' in there, (name, place, heading)
    assert found


def test_every_game_has_a_guide_with_all_its_rules_and_commands(anyone: Caller) -> None:
    for key, game in GAMES.items():
        page = anyone.get(f"/docs/games/{key}").text
        assert all(f"<strong>{rule.id}</strong>" in page for rule in box.rules(game.package))
        assert all(str(command.__struct_config__.tag) in page for command in game.commands)


def test_every_problem_has_a_page(anyone: Caller) -> None:
    for code in CODES.values():
        page = anyone.get(f"/docs/problems/{code.code}")
        assert f"<h1>{code.title}</h1>" in page.text
        assert page.headers["Content-Type"].startswith("text/html")


def test_a_browser_is_led_from_the_type_of_a_problem_to_its_page(anyone: Caller) -> None:
    sent = anyone.get("/problems/not_your_turn", headers={"Accept": "text/html,*/*"})
    assert sent.status_code == 303
    assert sent.headers["Location"] == "/docs/problems/not_your_turn"
    assert anyone.get("/problems/not_your_turn").json()["status"] == 409


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/games/chess", "/docs/problems/nothing"])
def test_what_is_not_there_is_a_problem(anyone: Caller, path: str) -> None:
    answer = anyone.get(path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
