"""Views are kept for one head of a table, and bounded in bytes."""

from projections.seat_view.kept_views import OVERHEAD, KeptViews

HEAD, OTHER = bytes(32), b"\1" * 32


def test_a_value_is_kept_for_its_key_and_head_only() -> None:
    views = KeptViews()
    views.keep("a", HEAD, "key", b"value", 5)
    assert views.get("a", HEAD, "key") == b"value"
    assert views.get("a", HEAD, "other") is views.get("b", HEAD, "key") is None
    assert views.get("a", OTHER, "key") is None


def test_what_is_kept_for_another_head_is_dropped() -> None:
    views = KeptViews()
    for key in ("one", "two"):
        views.keep("a", HEAD, key, b"", 100)
    views.keep("a", OTHER, "one", b"", 100)
    assert views.kept_bytes == 100 + OVERHEAD
    assert views.get("a", HEAD, "two") is None


def test_a_value_that_is_replaced_counts_once() -> None:
    views = KeptViews()
    for value in (b"1", b"2"):
        views.keep("a", HEAD, "key", value, 1)
    assert (views.get("a", HEAD, "key"), views.kept_bytes) == (b"2", 1 + OVERHEAD)


def test_the_tables_that_were_not_used_for_longest_are_dropped() -> None:
    views = KeptViews(2 * (100 + OVERHEAD))
    for table in ("a", "b"):
        views.keep(table, HEAD, "key", table, 100)
    views.get("a", HEAD, "key")
    views.keep("c", HEAD, "key", "c", 100)
    assert [views.get(table, HEAD, "key") for table in "abc"] == ["a", None, "c"]


def test_a_value_larger_than_all_that_may_be_kept_is_not_kept() -> None:
    views = KeptViews(1000)
    views.keep("a", HEAD, "key", b"", 1001)
    assert (views.get("a", HEAD, "key"), views.kept_bytes) == (None, 0)
