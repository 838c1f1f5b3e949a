"""What the rules refuse, in facts; a code may have several reasons."""

from typing import ClassVar

from domain.games.gumball_rally.components import Card
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal
from domain.kernel.refusals import common

REFUSALS = {
    **common("bad_argument", "bad_option", "card_not_in_hand", "not_your_turn"),
    "not_racing": "No race is in progress at this table.",
}


class NotRacing(Refusal, frozen=True):
    code: ClassVar = "not_racing"


class NotYourTurn(Refusal, frozen=True):
    code: ClassVar = "not_your_turn"
    active: Seat | None


class NegativeLimit(Refusal, frozen=True):
    code: ClassVar = "bad_argument"


class CardNotInHand(Refusal, frozen=True):
    code: ClassVar = "card_not_in_hand"
    card: Card


class NobodyHasSeat(Refusal, frozen=True):
    code: ClassVar = "bad_option"
    seat: Seat
