"""Which player is notified of what: own turns, starts and ends, never moves."""

import pytest
from msgspec import json
from msgspec.structs import replace

from application.ports.webhooks import About, Disabled, Hook, Subscribed
from application.webhooks.notices import (
    Notice,
    delivery,
    feed_notice,
    is_wanted,
    lobby_notices,
    notices,
    payload,
)
from domain.judging.codec import RecordedEvent
from domain.kernel.messages import Event
from domain.kernel.outcome import Outcome
from domain.table.clock_events import DecisionOpened
from domain.table.commands import Place, Rematch
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckDrawn, SeatLeft, SeatTaken
from tests.support.tables.table_spec import ANNE, BOB, CLEO, DORA, PLAYERS, TABLE, opened, started

OTHER = "u" * 26
AT = "2026-01-01T12:00:00.000Z"
GAME = "gumball_rally"
STARTED = started(*PLAYERS)
CLOSED = TableClosed("finished", Outcome((1, 2, 3), (3, 2, 1)), "the seed")
OPENED = opened(GAME, None)
ALL: tuple[Subscribed, ...] = ("your_turn", "table_started", "table_finished")


def decision_opened(*seats: int) -> DecisionOpened:
    return DecisionOpened(7, "key", "turn", seats, None)


def recorded(*events: Event) -> list[RecordedEvent]:
    return [RecordedEvent(n, AT, None, event) for n, event in enumerate(events, 11)]


def hook(
    owner: str = ANNE,
    events: tuple[Subscribed, ...] = ALL,
    table: str | None = None,
    games: tuple[str, ...] = (),
) -> Hook:
    return Hook("h" * 26, About(owner, "https://example.org/", events, table, games), (), 1)


def test_a_start_concerns_everybody_and_the_first_question_those_who_are_asked() -> None:
    assert notices(recorded(STARTED, LuckDrawn(()), decision_opened(1)), PLAYERS) == [
        Notice("table_started", 11, AT, PLAYERS),
        Notice("your_turn", 13, AT, (BOB,)),
    ]


def test_a_question_to_several_seats_of_one_person_is_one_turn() -> None:
    [notice] = notices(recorded(decision_opened(0, 1, 2)), (ANNE, BOB, ANNE))
    assert notice.players == (ANNE, BOB)


def test_only_the_last_question_of_a_commit_is_open() -> None:
    assert notices(recorded(decision_opened(0), decision_opened(2)), PLAYERS) == [
        Notice("your_turn", 12, AT, (CLEO,))
    ]


def test_after_the_end_it_is_nobodys_turn() -> None:
    assert notices(recorded(decision_opened(0), CLOSED), PLAYERS) == [
        Notice("table_finished", 12, AT, PLAYERS)
    ]


def test_events_without_a_notice_are_skipped() -> None:
    assert notices(recorded(LuckDrawn(())), PLAYERS) == []


def test_the_lobby_is_notified_of_seats_starts_and_ends() -> None:
    commit = recorded(
        SeatTaken(0, ANNE, None, None), SeatLeft(0), STARTED, decision_opened(0), CLOSED
    )
    kinds = [each.event for each in lobby_notices(commit)]
    assert kinds == ["lobby_seat_taken", "lobby_seat_left", "lobby_started", "lobby_closed"]
    assert lobby_notices(recorded(decision_opened(0))) == []
    assert feed_notice(commit) == Notice("feed", 15, AT, ())


def test_a_seat_that_resigned_is_not_asked() -> None:
    [notice] = notices(recorded(decision_opened(0, 1)), PLAYERS, resigned={0})
    assert notice.players == (BOB,)


def test_a_rematch_is_a_notice_for_the_people_whose_places_it_keeps() -> None:
    places = (Place(BOB, None, None), Place(DORA, None, "random"), Place(ANNE, None, None))
    again = replace(OPENED, rematch=Rematch(OTHER, "", places))
    assert notices(recorded(again), ()) == [Notice("rematch", 11, AT, (BOB,))]
    assert notices(recorded(OPENED), ()) == []


TURN_OF_BOB = Notice("your_turn", 5, AT, (BOB,))
END = Notice("table_finished", 5, AT, PLAYERS)
NEW_TABLE = Notice("lobby_opened", 1, AT, ())


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
        (hook(DORA, events=("feed",)), Notice("feed", 1, AT, ()), True),
        (hook(DORA, events=("feed",), games=("asterix",)), Notice("feed", 1, AT, ()), False),
    ],
)
def test_which_webhooks_get_each_notice(one: Hook, notice: Notice, expected: bool) -> None:
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
        delivery(hook(), TABLE, Notice("table_finished", 6, AT, PLAYERS)),
        delivery(hook(), TABLE, Notice("table_started", 5, AT, PLAYERS)),
    ]
    assert len({first.id, *(other.id for other in others)}) == 5


def test_a_payload_holds_ids_and_versions_only() -> None:
    body = json.decode(payload(hook(), delivery(hook(), TABLE, END)))
    assert body == {
        "type": "table_finished",
        "timestamp": AT,
        "data": {"webhook": "h" * 26, "table": TABLE, "version": 5},
    }
