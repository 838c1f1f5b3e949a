"""An erased player leaves nothing of their own words in a history."""

import httpx

from tests.support.players.callers import new_player
from tests.support.tables.http_table import open_table

NAME = "Eudoxie Vercingetorix"
KEYS = ("my-secret-diary", "a-birthday-19770401")


def test_no_word_of_an_erased_player_stays_in_a_history(http: httpx.Client) -> None:
    table = open_table(http)
    leaver = table.people[2]
    assert leaver.delete(f"{table.path}/seats/2").status_code == 204
    player = new_player(http, NAME)
    headers = {"Idempotency-Key": KEYS[0]}
    sat = player.post(f"{table.path}/seats", {"luck": None}, headers=headers)
    assert sat.status_code == 201
    assert table.host.post(f"{table.path}/start").status_code == 200
    people = {each.id: each for each in (*table.people, player)}
    while (seen := table.seen())["status"] == "running":
        asked = people[seen["seats"][seen["decision"]["seats"][0]]["player"]]
        sent = {"Idempotency-Key": f"{KEYS[1]}-{seen['version']}"}
        assert table.send(asked, table.listed(asked), headers=sent).status_code == 200
    assert player.erase().status_code == 204
    for form in ("application/json", "application/x-ndjson"):
        told = table.host.get(f"{table.path}/history", headers={"Accept": form})
        for words in (NAME, *NAME.split(), *KEYS):
            assert words.encode() not in told.content, words
    assert player.id.encode() in told.content  # an opaque id is all that is left
