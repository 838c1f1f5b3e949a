"""What the rules refuse, in facts; a code may have several reasons."""

from typing import ClassVar

from domain.games.gasterospeed.components import Card, SnailId
from domain.kernel.messages import Refusal
from domain.kernel.refusals import common

REFUSALS = {
    **common("bad_option", "card_not_in_hand"),
    "not_racing": "No race is in progress at this table.",
    "not_your_prompt": "You cannot decide this now. `GET …/actions` lists what you can.",
    "not_your_snail": "This snail belongs to another player, or does not exist.",
    "snail_not_active": "This snail is out of the race, or another snail must act now.",
    "already_committed": "A card that lies face down for this snail cannot be changed.",
    "not_a_speed_card": "Only a Speed card can be laid for the move of a snail.",
    "speed_card_left": "You have a Speed card, so you cannot send null. Lay the card.",
    "must_be_discarded": "Speed and reaction cards can only be laid as a discard.",
    "illegal_path": "The path is too short, too long, or a step of it is closed or occupied.",
    "illegal_choice": "The card being executed does not allow this target or direction.",
    "cannot_endure": "Only a 200-card may be exchanged for a shell, and only with the option.",
    "cannot_react": "This reaction card has no effect now. Play another, or decline.",
    "cell_not_free": "This cell is not a free start cell. Choose one that is.",
    "bad_name": "A racing name is one of the list, and is given before the first race.",
    "name_taken": "Another snail at this table has this name.",
    "bad_discard": "Discard exactly two different cards of your hand.",
    "pile_empty": "There is no such pile, or nothing can be drawn from it.",
    "speed_needed": "Your hand must have a Speed card, and no more cards than its size.",
    "stake_out_of_range": "Stake 1 to 6 shells within your reserve, or 0 if none is left.",
    "no_extra_shell": "You have no extra shell to use now.",
}


class PilesExclude(Refusal, frozen=True):
    code: ClassVar = "bad_option"


class FangioNeeded(Refusal, frozen=True):
    code: ClassVar = "bad_option"


class NotRacing(Refusal, frozen=True):
    code: ClassVar = "not_racing"


class NotAsked(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class OtherPhase(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class TurnLost(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class DrawnAtOnce(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class DrawnSingly(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class CardWithoutPath(Refusal, frozen=True):
    code: ClassVar = "not_your_prompt"


class NoSuchSnail(Refusal, frozen=True):
    code: ClassVar = "not_your_snail"
    snail: SnailId


class NotYourSnail(Refusal, frozen=True):
    code: ClassVar = "not_your_snail"
    name: str


class SnailIsOut(Refusal, frozen=True):
    code: ClassVar = "snail_not_active"
    name: str


class AnotherMoves(Refusal, frozen=True):
    code: ClassVar = "snail_not_active"
    name: str


class AlreadyLaid(Refusal, frozen=True):
    code: ClassVar = "already_committed"


class AlreadyStaked(Refusal, frozen=True):
    code: ClassVar = "already_committed"


class CardNotInHand(Refusal, frozen=True):
    code: ClassVar = "card_not_in_hand"
    card: Card


class NotASpeedCard(Refusal, frozen=True):
    code: ClassVar = "not_a_speed_card"
    card: Card


class SpeedCardLeft(Refusal, frozen=True):
    code: ClassVar = "speed_card_left"


class MustBeDiscarded(Refusal, frozen=True):
    code: ClassVar = "must_be_discarded"


class IllegalPath(Refusal, frozen=True):
    code: ClassVar = "illegal_path"
    step: int
    steps: int


class IllegalChoice(Refusal, frozen=True):
    code: ClassVar = "illegal_choice"


class CannotEndure(Refusal, frozen=True):
    code: ClassVar = "cannot_endure"


class CannotReact(Refusal, frozen=True):
    code: ClassVar = "cannot_react"


class AlreadyPlaced(Refusal, frozen=True):
    code: ClassVar = "cell_not_free"


class CellNotFree(Refusal, frozen=True):
    code: ClassVar = "cell_not_free"


class NameNotListed(Refusal, frozen=True):
    code: ClassVar = "bad_name"


class NameTooLate(Refusal, frozen=True):
    code: ClassVar = "bad_name"


class NameTaken(Refusal, frozen=True):
    code: ClassVar = "name_taken"
    name: str


class BadDiscard(Refusal, frozen=True):
    code: ClassVar = "bad_discard"


class PileEmpty(Refusal, frozen=True):
    code: ClassVar = "pile_empty"


class WrongPile(Refusal, frozen=True):
    code: ClassVar = "pile_empty"


class LastMustBeSpeed(Refusal, frozen=True):
    code: ClassVar = "speed_needed"


class HandNotFilled(Refusal, frozen=True):
    code: ClassVar = "speed_needed"


class StakeOutOfRange(Refusal, frozen=True):
    code: ClassVar = "stake_out_of_range"
    least: int
    most: int


class NoExtraShell(Refusal, frozen=True):
    code: ClassVar = "no_extra_shell"
