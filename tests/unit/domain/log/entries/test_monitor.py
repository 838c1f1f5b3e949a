from domain.log.entries import Alarm, Closed, Entry, Monitor, Spent, Started, Status, encode_entry

DAY = 86_400
A, B, HEAD = b"a" * 32, b"b" * 32, b"h" * 32


def reading(*entries: Entry, seen: int = 0) -> Monitor:
    monitor = Monitor(stale_seconds=DAY, longest_run=3)
    for entry in entries:
        monitor.read(encode_entry(entry), seen)
    return monitor


def closed(name: bytes, status: Status = "finished") -> Entry:
    return Closed(name, 9, HEAD, status)


def test_an_honest_log_gives_no_alarm() -> None:
    monitor = reading(Started(A, 3, HEAD), Started(B, 3, HEAD), closed(B), closed(A), Spent(A, B))
    assert (monitor.size, monitor.alarms, list(monitor.stale(2 * DAY))) == (5, [], [])


def test_a_second_closing_is_an_alarm() -> None:
    monitor = reading(Started(A, 3, HEAD), closed(A), Closed(A, 11, b"x" * 32, "finished"))
    assert monitor.alarms == [Alarm(2, f"{A.hex()} is closed a second time; first at 1")]


def test_a_second_start_and_a_reward_spent_twice_are_alarms() -> None:
    monitor = reading(Started(A, 3, HEAD), Started(A, 4, HEAD), Spent(A, A), Spent(A, B))
    assert [alarm.place for alarm in monitor.alarms] == [1, 3]


def test_a_table_that_started_long_ago_and_did_not_close_is_stale() -> None:
    monitor = reading(Started(A, 3, HEAD), Started(B, 3, HEAD), closed(B))
    assert list(monitor.stale(DAY)) == []
    assert [alarm.place for alarm in monitor.stale(3 * DAY)] == [0]


def test_a_run_of_withheld_tables_is_an_alarm_once() -> None:
    runs = [closed(bytes([n]) * 32, "withheld") for n in range(5)]
    monitor = reading(*runs[:2], closed(A), *runs[2:])
    assert [alarm.place for alarm in monitor.alarms] == [5]
    assert reading(*runs).alarms == [Alarm(2, "3 tables in a row closed as withheld")]


def test_an_entry_of_no_known_kind_is_an_alarm() -> None:
    monitor = Monitor()
    monitor.read(b"\x99", 0)
    assert len(monitor.alarms) == 1
