"""Which player is notified of what: own turns, starts and ends, never moves."""

from typing import get_args

import pytest
from msgspec import json
from msgspec.structs import replace

from application.ports.webhooks import About, Disabled, Hook, Subscribed
from application.webhooks import notices as webhooks
from application.webhooks.notices import (
    WebhookNotice,
    delivery,
    is_wanted,
    own_notices,
    payload,
    public_notices,
)
from domain.judging.rows.notices import Kind, Notes, Notice
from domain.kernel.ids import millis
from projections.notices import render as streams
from tests.support.players.people import ANNE, BOB, DORA, PLAYERS
from tests.support.tables.table_spec import TABLE

OTHER = "u" * 26
AT = "2026-01-01T12:00:00.000Z"
GAME = "gumball_rally"
ALL: tuple[Subscribed, ...] = ("your_turn", "table_started", "table_finished")


def hook(
    owner: str = ANNE,
    events: tuple[Subscribed, ...] = ALL,
    table: str | None = None,
    games: tuple[str, ...] = (),
) -> Hook:
    return Hook("h" * 26, About(owner, "https://example.org/", events, table, games), (), 1)


NOTES = Notes(
    2,
    millis(AT),
    GAME,
    True,
    (
        Notice("opened", 11),
        Notice("rematch", 11, (BOB,)),
        Notice("seat_taken", 12),
        Notice("seat_left", 13),
        Notice("started", 14, PLAYERS),
        Notice("your_turn", 15, (BOB,), 5),
        Notice("closed", 16, PLAYERS),
    ),
)


def test_every_kind_of_notice_has_a_name_in_webhooks() -> None:
    new = [*own_notices(NOTES), *public_notices(NOTES, 16)]
    found = {(each.event, each.version, each.players) for each in new}
    assert found == {
        ("lobby_opened", 11, ()),
        ("rematch", 11, (BOB,)),
        ("lobby_seat_taken", 12, ()),
        ("lobby_seat_left", 13, ()),
        ("lobby_started", 14, ()),
        ("table_started", 14, PLAYERS),
        ("your_turn", 15, (BOB,)),
        ("lobby_closed", 16, ()),
        ("table_finished", 16, PLAYERS),
    }
    assert {each.at for each in new} == {AT}


def test_a_private_table_is_not_announced() -> None:
    assert public_notices(replace(NOTES, public=False), 16) == []
    assert {each.event for each in own_notices(NOTES)} == {*ALL, "rematch"}


def test_the_feed_announces_what_it_shows() -> None:
    shown = replace(NOTES, status="running")
    assert [each.event for each in public_notices(shown, 16)][-1] == "feed"


def test_streams_and_webhooks_announce_the_same() -> None:
    assert webhooks.IN_LOBBY.keys() == streams.IN_LOBBY.keys()
    assert webhooks.OWN.keys() == streams.OWN.keys()
    assert {*webhooks.IN_LOBBY, *webhooks.OWN} == {*get_args(Kind)}


TURN_OF_BOB = WebhookNotice("your_turn", 5, AT, (BOB,))
END = WebhookNotice("table_finished", 5, AT, PLAYERS)
NEW_TABLE = WebhookNotice("lobby_opened", 1, AT, ())


@pytest.mark.parametrize(
    ("one", "notice", "expected"),
    [
        (hook(BOB), TURN_OF_BOB, True),
        (hook(ANNE), TURN_OF_BOB, False),
        (hook(BOB, table=TABLE), TURN_OF_BOB, True),
        (hook(DORA, table=TABLE), TURN_OF_BOB, False),  # a spectator has no turn
        (hook(ANNE), END, True),
        (hook(DORA), END, False),
        (hook(DORA, table=TABLE), END, True),
        (hook(ANNE, events=("your_turn",)), END, False),
        (hook(ANNE, games=("asterix", GAME)), END, True),
        (hook(ANNE, games=("asterix",)), END, False),
        (hook(DORA, events=("lobby_opened",)), NEW_TABLE, True),
        (hook(DORA, events=("lobby_opened",), games=("asterix",)), NEW_TABLE, False),
        (hook(DORA, events=("lobby_closed",)), NEW_TABLE, False),
        (hook(DORA, events=("your_turn", "lobby_opened")), TURN_OF_BOB, False),
        (hook(DORA, events=("feed",)), WebhookNotice("feed", 1, AT, ()), True),
        (hook(DORA, events=("feed",), games=("asterix",)), WebhookNotice("feed", 1, AT, ()), False),
    ],
)
def test_which_webhooks_get_each_notice(one: Hook, notice: WebhookNotice, expected: bool) -> None:
    assert is_wanted(one, notice, GAME) is expected


def test_a_disabled_webhook_gets_nothing() -> None:
    off = Hook("h" * 26, hook().about, (), 1, Disabled(AT, "gone"))
    assert not is_wanted(off, END, GAME)


def test_the_same_notice_has_the_same_id_and_no_other_has() -> None:
    first = delivery(hook(), TABLE, END)
    assert delivery(hook(), TABLE, END).id == first.id
    others = [
        delivery(Hook("i" * 26, hook().about, (), 1), TABLE, END),
        delivery(hook(), OTHER, END),
        delivery(hook(), TABLE, WebhookNotice("table_finished", 6, AT, PLAYERS)),
        delivery(hook(), TABLE, WebhookNotice("table_started", 5, AT, PLAYERS)),
    ]
    assert len({first.id, *(other.id for other in others)}) == 5


def test_a_payload_holds_ids_and_versions_only() -> None:
    body = json.decode(payload(hook(), delivery(hook(), TABLE, END)))
    assert body == {
        "type": "table_finished",
        "timestamp": AT,
        "data": {"webhook": "h" * 26, "table": TABLE, "version": 5},
    }
