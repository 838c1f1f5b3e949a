"""A consumer reads again what it holds: at once after a lost reply, for a while, and regularly."""

from store.feeds.rereads import LATE_SECONDS, PAUSE_SECONDS, Rereads

SELDOM = 60.0
NOW = 1_000.0


def looks(rereads: Rereads, since: float, seconds: float) -> list[float]:
    """Return when it looks, asked ten times a second, in seconds after `since`."""
    found = []
    for tenths in range(round(seconds * 10)):
        if rereads.is_due(since + tenths / 10):
            rereads.done(since + tenths / 10)
            found.append(tenths / 10)
    return found


def test_it_begins_with_what_it_held_and_looks_regularly() -> None:
    assert looks(Rereads(SELDOM), NOW, 2.5 * SELDOM) == [0.0, SELDOM, 2 * SELDOM]


def test_after_a_lost_reply_it_looks_until_no_late_read_is_likely() -> None:
    rereads = Rereads(SELDOM)
    rereads.done(NOW)
    rereads.lost(NOW + 10)
    found = looks(rereads, NOW + 10, SELDOM)
    assert found == [n * PAUSE_SECONDS for n in range(round(LATE_SECONDS / PAUSE_SECONDS) + 1)]


def test_a_look_that_is_lost_itself_is_repeated() -> None:
    rereads = Rereads(SELDOM)
    rereads.lost(NOW)
    assert rereads.is_due(NOW)
    rereads.lost(NOW + 1)
    assert rereads.is_due(NOW + 1)


def test_it_looks_at_once_when_a_step_has_failed() -> None:
    rereads = Rereads(SELDOM)
    rereads.done(NOW)
    assert not rereads.is_due(NOW + 1)
    rereads.soon()
    assert looks(rereads, NOW + 1, 10) == [0.0]
