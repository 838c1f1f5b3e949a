"""Rejections."""

from domain.games.gumball_rally.refusals import CardNotInHand
from domain.kernel.refusals import Rejected


def test_a_rejection_says_what_why_and_where() -> None:
    rejected = Rejected(CardNotInHand("R-blue-4"), rule="GB-21", field="card")
    assert str(rejected) == "card_not_in_hand: You do not hold R-blue-4."
    assert rejected.detail_in("fr") == "Vous n’avez pas R-blue-4 en main."
    assert (rejected.code, rejected.rule, rejected.field) == ("card_not_in_hand", "GB-21", "card")
