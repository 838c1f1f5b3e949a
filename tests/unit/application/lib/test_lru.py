"""A bounded dictionary keeps what was used last."""

from application.lib.lru import Lru


def test_what_was_not_used_for_longest_is_dropped() -> None:
    kept: Lru[str, int] = Lru(2)
    assert [kept.put("a", 1), kept.put("b", 2), kept.used("a"), kept.used("c")] == [[], [], 1, None]
    assert kept.put("c", 3) == ["b"]
    assert list(kept) == ["a", "c"]


def test_entries_count_by_their_weight_and_the_newest_always_stays() -> None:
    kept: Lru[str, bytes] = Lru(5, len)
    kept.put("a", b"123")
    kept.put("a", b"12")
    assert (kept.put("b", b"123"), kept.weight) == ([], 5)
    assert (kept.put("c", b"1234567"), kept.weight) == (["a", "b"], 7)
    assert (kept.drop("c"), kept.drop("c"), kept.weight) == (b"1234567", None, 0)
    kept.put("d", b"1")
    kept.clear()
    assert kept.weight == 0
