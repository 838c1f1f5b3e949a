"""The documentation site: every page, link, guide and problem, its search index and its address."""

import re

import httpx
import pytest

from api.pages.documentation.contents import MOVED, ORDER, SECTIONS
from api.pages.documentation.pages import address, names
from api.pages.documentation.sources import FILES, VERIFIER
from api.problems.catalogue import CODES
from domain.games import GAMES
from domain.kernel import data_files
from tests.support.players.callers import Caller
from tests.support.servers.processes import Api

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_every_page_is_served_with_its_title_and_a_policy_without_inline_code(
    anyone: Caller,
) -> None:
    for name in names():
        answer = anyone.get(address(name))
        assert answer.text.count("<h1>") == 1, name
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<style|<script>| style=| on[a-z]+=", answer.text), name


def test_the_sidebar_of_every_page_lists_every_page_but_decisions_and_problems(
    anyone: Caller,
) -> None:
    listed = [name for section in SECTIONS for name in section.pages]
    assert set(FILES) <= set(ORDER)
    assert {name for name in FILES if not name.startswith("decisions/")} <= set(listed)
    for name in ("index", "settings", "decisions", "problems/malformed"):
        page = anyone.get(address(name)).text
        sidebar = page[page.index('id="pages"') : page.index("<main")]
        assert [entry for entry in listed if f'href="{address(entry)}"' not in sidebar] == []
        assert sidebar.count('aria-current="page"') == 1, name


def test_previous_and_next_lead_through_every_page_once(anyone: Caller) -> None:
    walked, at = [], "/docs"
    while at:
        walked.append(at)
        found = re.search(r'rel="next" href="([^"]+)"', anyone.get(at).text)
        at = found[1] if found else ""
    assert walked == [address(name) for name in ORDER]
    assert f'rel="prev" href="{walked[-2]}"' in anyone.get(walked[-1]).text


def test_a_page_has_a_table_of_its_headings(anyone: Caller) -> None:
    page = anyone.get("/docs/operating").text
    contents = page[page.index('<nav class="toc"') :]
    for heading in re.findall(r'<h[23] id="([^"]+)"', page):
        assert f'href="#{heading}"' in contents


def test_the_search_index_has_every_section_of_every_page(anyone: Caller) -> None:
    index = anyone.get("/docs/search.json").json()
    found = {entry[0] for entry in index}
    for name in ("writing-a-client", "games/asterix", "glossary", "problems"):
        page = anyone.get(address(name)).text
        ids = re.findall(r'<h[23] id="([^"]+)"', page)
        assert {f"{address(name)}#{each}" for each in ids} <= found
    assert {address(name) for name in names()} <= {place.partition("#")[0] for place in found}


def test_code_is_highlighted(anyone: Caller) -> None:
    page = anyone.get("/docs/tour").text
    assert '<pre tabindex="0" data-language="sh">' in page
    assert '<span class="nv">BASE</span>' in page


@pytest.mark.parametrize(
    ("headers", "origin"),
    [
        ({"Host": "games.example:9000"}, "http://games.example:9000"),
        ({"Host": "[::1]:9000"}, "http://[::1]:9000"),
        ({"Host": "club.example", "X-Forwarded-Proto": "https"}, "https://club.example"),
        ({"Host": "strange_name"}, "http://127.0.0.1:8000"),
    ],
)
def test_commands_and_links_follow_the_address_that_the_reader_uses(
    anyone: Caller, headers: dict[str, str], origin: str
) -> None:
    page = anyone.get("/docs/your-own-bot", headers=headers).text
    assert re.search(rf"BASE</span>(<[^>]+>|=)*{re.escape(origin)}", page)
    assert f'href="{origin}' in page
    assert "LudothequeOrigin" not in page
    if origin != "http://127.0.0.1:8000":
        assert "127.0.0.1:8000" not in page


def test_the_verifier_is_handed_out_as_it_is(anyone: Caller) -> None:
    answer = anyone.get("/docs/verify.py")
    assert answer.content == VERIFIER.read_bytes()
    assert answer.headers["Content-Type"].startswith("text/x-python")


def test_every_link_inside_the_pages_leads_somewhere(anyone: Caller) -> None:
    places = [address(name) for name in names()]
    targets = {
        found.partition("#")[0]
        for place in places
        for found in re.findall(r'href="(/[^"]*)"', anyone.get(place).text)
    }
    broken = [target for target in targets if anyone.get(target).status_code != 200]
    assert broken == []


def test_every_link_to_a_heading_finds_it(anyone: Caller) -> None:
    found = []
    for name in ORDER:
        text = anyone.get(address(name)).text
        for place, heading in re.findall(r'href="(/docs/[^"#]*)?#([^"]+)"', text):
            found.append(heading)
            there = anyone.get(place).text if place else text
            assert f'id="{heading}"' in there, (name, place, heading)
    assert found


def test_a_page_that_is_a_part_of_another_leads_to_its_part(anyone: Caller) -> None:
    for old, place in MOVED.items():
        answer = anyone.get(f"/docs/{old}", headers=BROWSER)
        assert (answer.status_code, answer.headers["Location"]) == (301, f"/docs/{place}")
        page, _, heading = place.partition("#")
        assert f'id="{heading}"' in anyone.get(f"/docs/{page}").text


def test_every_game_has_a_guide_with_all_its_rules_and_commands(anyone: Caller) -> None:
    for key, game in GAMES.items():
        page = anyone.get(f"/docs/games/{key}").text
        assert all(f"<strong>{rule.id}</strong>" in page for rule in data_files.rules(game.package))
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


MISSING = ("/docs/nothing", "/docs/games/chess", "/docs/problems/nothing", "/docs/a/b/c.html")


@pytest.mark.parametrize("path", MISSING)
def test_a_missing_page_is_a_problem_for_programs(anyone: Caller, path: str) -> None:
    answer = anyone.get(path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", MISSING)
def test_a_missing_page_is_a_page_with_the_sidebar_for_browsers(api: Api, path: str) -> None:
    answer = httpx.get(api.base + path, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "<h1>Page not found</h1>" in answer.text
    assert 'href="/docs/your-own-bot"' in answer.text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_guide_to_a_game_shows_its_board(anyone: Caller, game: str) -> None:
    picture = f"/docs/images/{game}.png"
    assert f'src="{picture}"' in anyone.get(f"/docs/games/{game}").text
    answer = anyone.get(picture)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
