"""The ten Action cards: what may be chosen for each, and how each begins (GS-47, GS-48)."""

from collections.abc import Callable
from typing import NamedTuple

from domain.games.gasterospeed.commands import Choose, Hesitate
from domain.games.gasterospeed.components import ACTIONS, SnailId, kind_of
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question
from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.event_types.snails import ActionPlayed
from domain.games.gasterospeed.rules import moving_cards, quick_cards
from domain.games.gasterospeed.rules.board import action_card, is_active
from domain.games.gasterospeed.rules.finish import RaceCheck
from domain.games.gasterospeed.rules.moving_cards import LETTUCE_STEPS
from domain.games.gasterospeed.rules.reach import can_step, paths
from domain.games.gasterospeed.rules.terrain import CardDone
from domain.games.gasterospeed.state import Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat


def no_choice(race: Racing, snail: SnailId) -> tuple[Choose, ...] | None:
    """Nothing to choose, and never impossible at the start."""
    return None


class ActionRule(NamedTuple):
    options: Callable[[Racing, SnailId], tuple[Choose, ...] | None]  # () = impossible
    begin: Callable[[Course, SnailId, Choose], None]
    chooses: bool = True  # whether its player chooses, unless it is impossible


RULES: dict[str, ActionRule] = {
    "turbo_firecracker": ActionRule(
        quick_cards.turbo_firecracker_options, quick_cards.turbo_firecracker, False
    ),
    "shot": ActionRule(quick_cards.shot_options, quick_cards.shot),
    "feeler_blow": ActionRule(quick_cards.feeler_blow_options, quick_cards.feeler_blow),
    "shock": ActionRule(quick_cards.shock_options, quick_cards.shock),
    "spring": ActionRule(moving_cards.spring_options, moving_cards.spring),
    "sharp_kangaroute": ActionRule(no_choice, moving_cards.sharp_kangaroute, False),
    "rolling_ball": ActionRule(no_choice, moving_cards.rolling_ball, False),
    "fit_of_madness": ActionRule(no_choice, moving_cards.fit_of_madness, False),
    "sticky_slipstream": ActionRule(
        moving_cards.sticky_slipstream_options, moving_cards.sticky_slipstream
    ),
}
LETTUCE = "blue_lettuce"  # moves by a path, like a Speed card
NOTHING = Choose()


class Act(Ask, frozen=True):
    """Execute the card of this snail; its player chooses a target or direction (GS-47)."""

    snail: SnailId

    def executing(self, race: Racing) -> str | None:
        """Return the kind of card to be executed now, if its snail still can (GS-49)."""
        laid = race.actions[self.snail]
        if not laid or laid.discard or not laid.card or not is_active(race, self.snail):
            return None
        return ACTIONS[laid.card].id

    def options(self, race: Racing) -> tuple[Choose, ...]:
        """GS-47: what its player may choose; () if there is nothing to choose."""
        kind = self.executing(race)
        return (
            () if kind is None or kind == LETTUCE else RULES[kind].options(race, self.snail) or ()
        )

    def asks(self, race: Racing) -> bool:
        return bool(self.options(race)) or self.nibbles(race)

    def nibbles(self, race: Racing) -> bool:
        """Laitue Bleue: is there a path to choose?"""
        return self.executing(race) == LETTUCE and can_step(race, self.snail)

    def question(self, race: Racing) -> Question:
        path = self.executing(race) == LETTUCE
        return Question("path" if path else "choose", ALONE[race.snails[self.snail].seat])

    def is_put_to(self, race: Racing, seat: Seat) -> bool:
        return race.snails[self.snail].seat == seat

    def answers(self, race: Racing, seat: Seat) -> Answers:
        return self.options(race) or paths(race, self.snail, LETTUCE_STEPS)

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> Hesitate:
        """GS-34: a turn that nobody plays is lost."""
        return Hesitate()

    def acts_for(self, snail: SnailId) -> bool:
        return snail == self.snail

    def do(self, course: Course) -> None:
        """GS-48: a card that leaves no choice is executed at once, or lost."""
        kind = self.executing(course.race)
        if kind is None:
            return
        if self.is_impossible(course.race, kind):
            card = action_card(course.race, self.snail)
            assert card is not None
            course.add(CardLost(self.snail, card, "impossible"))
            return
        execute(course, self.snail, NOTHING)

    def is_impossible(self, race: Racing, kind: str) -> bool:
        """GS-48: whether a card cannot be executed, if its player has not been asked."""
        if kind == LETTUCE or RULES[kind].chooses:
            return True
        return RULES[kind].options(race, self.snail) is not None


def execute(course: Course, snail: SnailId, choice: Choose) -> None:
    card = action_card(course.race, snail)
    assert card is not None
    course.add(ActionPlayed(snail, card, choice.target, choice.direction))
    close_after(course)
    RULES[kind_of(card)].begin(course, snail, choice)


def close_after(course: Course) -> None:
    """GS-85, GS-92: what is looked at after every single card."""
    moves = [snail.moves for snail in course.race.snails]
    course.next(CardDone(tuple(moves)), RaceCheck())
