"""What the rules refuse, in facts; a code may have several reasons."""

from domain.games.gumball_rally.components import Card
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal


class NotRacing(Refusal, code="not_racing"): ...


class NotYourTurn(Refusal, code="not_your_turn"):
    active: Seat | None


class NegativeLimit(Refusal, code="bad_argument"): ...


class CardNotInHand(Refusal, code="card_not_in_hand"):
    card: Card


class NobodyHasSeat(Refusal, code="bad_option"):
    seat: Seat
