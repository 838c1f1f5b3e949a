"""Rejections."""

from domain.kernel.rejection import Rejected


def test_a_refusal_says_what_why_and_where() -> None:
    refusal = Rejected("no_salt_left", "You have thrown it.", "SN-4", "rival")
    assert str(refusal) == "no_salt_left: You have thrown it."
    assert (refusal.code, refusal.rule, refusal.field) == ("no_salt_left", "SN-4", "rival")
