"""Events as bytes."""

import msgspec
import pytest

from domain.games import GAMES
from domain.games.gumball_rally.commands import RallyOptions
from domain.games.gumball_rally.events import CardPlayed
from domain.judging.codec import (
    EVENT_TYPES,
    RecordedEvent,
    are_encoded,
    decode,
    decode_history,
    decoded,
    encode,
)
from domain.judging.stored import Entry
from domain.table.clock_events import TimedOut
from domain.table.end_events import TableClosed
from ludotheque.laws.random_play import played
from tests.support.tables.rally_table import rally_table

AT = "2026-01-01T12:00:00.000Z"
PLAYED = RecordedEvent(17, AT, 2, CardPlayed(2, "R-red-4", (1,), (0, 2, 1)))


def test_an_event_is_written_in_one_way_only() -> None:
    assert encode(PLAYED) == (
        b'{"at":"2026-01-01T12:00:00.000Z",'
        b'"data":{"card":"R-red-4","line":[0,2,1],"passed":[1],"seat":2},'
        b'"rule":"GB-21","seat":2,"type":"gumball_rally.card_played","version":17}'
    )


def test_what_cites_no_rule_says_so() -> None:
    assert b'"rule":null,"seat":null' in encode(RecordedEvent(1, AT, None, TimedOut(0, 1)))


def test_the_options_of_a_table_come_back_as_the_options_of_its_game() -> None:
    again = decode(encode(RecordedEvent(1, AT, None, rally_table()))).event
    assert again == rally_table()
    assert isinstance(again.options, RallyOptions)


def test_a_type_nobody_knows_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(KeyError):
        decode(encode(PLAYED).replace(b"card_played", b"card_burned"))


def test_data_that_do_not_fit_their_type_are_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(encode(PLAYED).replace(b'"R-red-4"', b"4"))


def test_many_entries_are_read_in_order() -> None:
    raw = encode(PLAYED)
    assert decoded([Entry(17, (raw, raw)), Entry(19, (raw,))]) == [PLAYED, PLAYED, PLAYED]


def test_the_bytes_of_several_events_are_compared_one_by_one() -> None:
    raw = encode(PLAYED)
    assert are_encoded([PLAYED, PLAYED], [raw, raw])
    middle = raw.index(b",")
    assert not are_encoded([PLAYED, PLAYED], [raw[:middle], raw[middle + 1 :] + b"," + raw])
    assert not are_encoded([PLAYED, PLAYED], [raw + b"\n" + raw])
    assert not are_encoded([PLAYED, PLAYED], [raw + b"\n" + raw, b""])
    assert not are_encoded([PLAYED], [raw, raw])


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_history_is_read_as_each_of_its_events(key: str) -> None:
    events = played(key, GAMES[key].seats[-1], 0).events
    told = [encode(RecordedEvent(n, AT, None, event)) for n, event in enumerate(events, 1)]
    again, at = decode_history(told)
    assert again == [decode(raw).event for raw in told] == list(events)
    assert at == AT


def test_every_event_type_has_a_name_of_its_own() -> None:
    assert EVENT_TYPES["table.closed"] is TableClosed
    assert all(name == event.type for name, event in EVENT_TYPES.items())
