"""Names of players beside their ids: in views, lists, streams and sentences."""

import httpx
import pytest

from domain.table.bot_names import bot_name
from tests.support.network.sse import read_stream
from tests.support.players.callers import Caller, new_player
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable, open_table, start_table


@pytest.fixture
def with_bot(http: httpx.Client) -> HttpTable:
    """A running table of Anne, Élise and a bot."""
    people = [new_player(http, "Anne"), new_player(http, "Élise")]
    return start_table(http, people=people, bots=["greedy"])


def test_seats_have_names_in_the_table_and_in_its_stream(
    with_bot: HttpTable, anyone: Caller
) -> None:
    seats = with_bot.seen(anyone)["seats"]
    bot = seats[2]["player"]
    assert [each["name"] for each in seats] == ["Anne", "Élise", bot_name(bot)]
    assert [each["kind"] for each in seats] == ["person", "person", "bot"]
    frames = read_stream(anyone, with_bot.path, state=True)
    for name in ("snapshot", "state"):
        assert [each.json["seats"] for each in frames if each.event == name] == [seats]


@pytest.mark.usefixtures("projector")
def test_the_list_of_tables_has_names_and_a_bot_has_a_profile(
    with_bot: HttpTable, anyone: Caller
) -> None:
    anne = with_bot.host
    seen = with_bot.seen(anne)
    version = {"min_version": f"{seen['id']}:{seen['version']}", "player": anne.id}
    [row] = anyone.get("/v1/tables", params=version).json()["tables"]
    assert row["host_name"] == "Anne"
    keys = ("seat", "player", "name", "kind")
    assert row["seats"] == [{key: each[key] for key in keys} for each in seen["seats"]]
    assert [each["player"] for each in row["seats"]] == row["players"]
    profile = anyone.get(f"/v1/players/{seen['seats'][2]['player']}").json()
    assert (profile["name"], profile["kind"]) == (seen["seats"][2]["name"], "bot")
    assert [each["id"] for each in profile["recent"]] == [seen["id"]]
    assert profile["recent"][0]["seats"] == row["seats"]
    assert anyone.get(f"/v1/players/{anne.id}").json()["kind"] == "person"


@pytest.mark.usefixtures("projector")
def test_the_profile_of_a_bot_does_not_show_a_private_table(anne: Caller, anyone: Caller) -> None:
    body = {"game": "gumball_rally", "seats": 3, "sit": True, "private": True}
    path = anne.post("/v1/tables", body).headers["location"]
    anne.post(f"{path}/seats", {"bot": "random"})
    bot = anne.get(path).json()["seats"][1]["player"]
    profile = until(
        lambda: (answer := anyone.get(f"/v1/players/{bot}")).is_success and answer.json()
    )
    assert (profile["name"], profile["recent"]) == (bot_name(bot), [])


def test_sentences_use_names(with_bot: HttpTable, anyone: Caller) -> None:
    bot = bot_name(with_bot.seen()["seats"][2]["player"])
    query = {"lang": "en", "limit": 500}
    told = anyone.get(f"{with_bot.path}/events", params=query).json()["events"]
    sentences = [each["sentence"] for each in told if "sentence" in each]
    assert "Anne takes seat 0." in sentences
    assert f"{bot} takes seat 2." in sentences
    headers = {"Accept-Language": "fr-FR, en;q=0.5"}
    french = anyone.get(f"{with_bot.path}/events", headers=headers).json()["events"]
    assert any(each.get("sentence") == "Élise prend le siège 1." for each in french)
    assert not any("eat 1 " in said or "eat 0 " in said for said in sentences[4:])


def test_an_erased_player_has_no_name_anywhere(http: httpx.Client, anyone: Caller) -> None:
    table = open_table(http)
    seats = table.seen(anyone)["seats"]
    assert [each["name"] for each in seats] == ["Player 0", "Player 1", "Player 2"]
    assert table.people[1].erase().status_code == 204
    erased = table.seen(anyone)["seats"][1]
    assert (erased["name"], erased["kind"]) == (None, "person")
    told = anyone.get(f"{table.path}/events", params={"lang": "en"}).json()["events"]
    assert "Someone takes seat 1." in [each.get("sentence") for each in told]
