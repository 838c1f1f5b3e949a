"""What the rules refuse, in facts; a code may have several reasons."""

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
