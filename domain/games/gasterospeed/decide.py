"""What a command leads to: an answer to the open question, then whatever follows from it."""

from collections.abc import Sequence
from typing import TypeVar, assert_never

from domain.games.gasterospeed.answers import cards, draws, snails
from domain.games.gasterospeed.commands import (
    AnnounceDraw,
    Choose,
    CommitAction,
    CommitSpeed,
    Decline,
    DiscardTwo,
    Draw,
    Endure,
    GasteroCommand,
    Hesitate,
    Place,
    React,
    Reroll,
    Stake,
    TakeExtraCard,
    TakePath,
    UseExtraShell,
)
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.engine import run
from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.refusals import common
from domain.kernel.rejection import Rejected

T = TypeVar("T")

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


def decide(
    state: GasteroState, seat: Seat, command: GasteroCommand, chance: Chance
) -> list[GasteroEvent]:
    if not isinstance(state, Racing):
        raise no_race()
    course = Course(state, chance)
    if answer(course, seat, command):
        run(course)
    course.events.state = course.race
    return course.events


def preview(state: GasteroState, seat: Seat, command: GasteroCommand) -> list[GasteroEvent]:
    """The answer itself; what is rolled, drawn or revealed after it is nobody's to know."""
    if not isinstance(state, Racing):
        raise no_race()
    course = Course(state, Unlucky())
    answer(course, seat, command)
    return [*course.events]


def answer(course: Course, seat: Seat, command: GasteroCommand) -> bool:
    """Add the events and further tasks of an answer; return whether the question is closed."""
    match command:  # the most frequent first
        case CommitAction():
            return cards.commit_action(course, seat, command)
        case CommitSpeed():
            return cards.commit_speed(course, seat, command)
        case TakePath():
            return snails.take_path(course, seat, command)
        case Choose():
            return snails.choose(course, seat, command)
        case Decline():
            return snails.decline(course, seat, command)
        case React():
            return snails.react(course, seat, command)
        case DiscardTwo():
            return cards.discard_two(course, seat, command)
        case Place():
            return snails.place(course, seat, command)
        case Draw():
            return draws.draw(course, seat, command)
        case AnnounceDraw():
            return draws.announce_draw(course, seat, command)
        case Stake():
            return draws.stake(course, seat, command)
        case Endure():
            return snails.endure(course, seat, command)
        case Reroll():
            return snails.reroll(course, seat, command)
        case TakeExtraCard():
            return draws.take_extra_card(course, seat, command)
        case UseExtraShell():
            return snails.use_extra_shell(course, seat, command)
        case Hesitate():
            return cards.hesitate(course, seat, command)
        case _:
            assert_never(command)


def no_race() -> Rejected:
    none = "No race is in progress.", "Aucune course n'est en cours."
    return Rejected("not_racing", none, "GS-85")


class Unlucky:
    """Answers need no luck."""

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        raise AssertionError(purpose)

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        raise AssertionError(purpose)

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        raise AssertionError(purpose)
