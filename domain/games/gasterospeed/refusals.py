"""What the rules refuse, in facts; a code may have several reasons."""

from domain.games.gasterospeed.components import Card, SnailId
from domain.kernel.messages import Refusal


class PilesExclude(Refusal, code="bad_option"): ...


class FangioNeeded(Refusal, code="bad_option"): ...


class NotRacing(Refusal, code="not_racing"): ...


class NotAsked(Refusal, code="not_your_prompt"): ...


class OtherPhase(Refusal, code="not_your_prompt"): ...


class TurnLost(Refusal, code="not_your_prompt"): ...


class DrawnAtOnce(Refusal, code="not_your_prompt"): ...


class DrawnSingly(Refusal, code="not_your_prompt"): ...


class CardWithoutPath(Refusal, code="not_your_prompt"): ...


class NoSuchSnail(Refusal, code="not_your_snail"):
    snail: SnailId


class NotYourSnail(Refusal, code="not_your_snail"):
    name: str


class SnailIsOut(Refusal, code="snail_not_active"):
    name: str


class AnotherMoves(Refusal, code="snail_not_active"):
    name: str


class AlreadyLaid(Refusal, code="already_committed"): ...


class AlreadyStaked(Refusal, code="already_committed"): ...


class CardNotInHand(Refusal, code="card_not_in_hand"):
    card: Card


class NotASpeedCard(Refusal, code="not_a_speed_card"):
    card: Card


class SpeedCardLeft(Refusal, code="speed_card_left"): ...


class MustBeDiscarded(Refusal, code="must_be_discarded"): ...


class IllegalPath(Refusal, code="illegal_path"):
    step: int
    steps: int


class IllegalChoice(Refusal, code="illegal_choice"): ...


class CannotEndure(Refusal, code="cannot_endure"): ...


class CannotReact(Refusal, code="cannot_react"): ...


class AlreadyPlaced(Refusal, code="cell_not_free"): ...


class CellNotFree(Refusal, code="cell_not_free"): ...


class NameNotListed(Refusal, code="bad_name"): ...


class NameTooLate(Refusal, code="bad_name"): ...


class NameTaken(Refusal, code="name_taken"):
    name: str


class BadDiscard(Refusal, code="bad_discard"): ...


class PileEmpty(Refusal, code="pile_empty"): ...


class WrongPile(Refusal, code="pile_empty"): ...


class LastMustBeSpeed(Refusal, code="speed_needed"): ...


class HandNotFilled(Refusal, code="speed_needed"): ...


class StakeOutOfRange(Refusal, code="stake_out_of_range"):
    least: int
    most: int


class NoExtraShell(Refusal, code="no_extra_shell"): ...
