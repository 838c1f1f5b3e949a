"""What the rules refuse, in facts; `index` counts the steps of a list from 0."""

from domain.games.bug_race.components import Card, Leg
from domain.kernel.messages import Refusal
from domain.kernel.refusals import common

REFUSALS = {
    **common("already_chosen", "bad_argument", "card_not_in_hand", "game_over", "wrong_phase"),
    "no_cards_left": "You have no card left in this round, or your bug has left the race.",
    "already_played": "You have played your card of this turn; the next turn begins when everybody"
    " has.",
    "leg_not_on_card": "A card moves only the legs it shows. `GET …/components` lists them.",
    "leg_already_moved": "A card moves each of its legs at most once.",
    "track_end": "The track ends here, for legs and for the body.",
    "slot_occupied": "A slot holds one leg, and legs do not jump.",
    "leg_out_of_reach": "A leg goes no further than diagonally in front of the body.",
    "leg_left_behind": "The body cannot step while a leg is diagonally behind it.",
    "must_move": "At least one shown leg has to step if one can; with `must_move` = `all`, each of"
    " them that can.",
}


class CardNotOffered(Refusal, code="card_not_in_hand"):
    card: Card


class CardNotInHand(Refusal, code="card_not_in_hand"):
    card: Card


class NotOneStep(Refusal, code="bad_argument"): ...


class NotDrafting(Refusal, code="wrong_phase"): ...


class AlreadyChosen(Refusal, code="already_chosen"): ...


class BugHasLeft(Refusal, code="no_cards_left"): ...


class StillDrafting(Refusal, code="wrong_phase"): ...


class NoCardLeft(Refusal, code="no_cards_left"): ...


class AlreadyPlayed(Refusal, code="already_played"): ...


class RaceOver(Refusal, code="game_over"): ...


class NoSuchCard(Refusal, code="bad_argument"):
    card: Card


class NoSuchLeg(Refusal, code="bad_argument"):
    index: int
    leg: str


class LegsCanStep(Refusal, code="must_move"):
    legs: tuple[Leg, ...]


class LegNotOnCard(Refusal, code="leg_not_on_card"):
    index: int
    leg: str
    card: Card


class LegAlreadyMoved(Refusal, code="leg_already_moved"):
    index: int
    leg: str


class LegAtTrackEnd(Refusal, code="track_end"):
    index: int
    leg: str


class SlotOccupied(Refusal, code="slot_occupied"):
    index: int
    leg: str
    slot: int


class LegOutOfReach(Refusal, code="leg_out_of_reach"):
    index: int
    leg: str
    slot: int


class BodyAtTrackEnd(Refusal, code="track_end"):
    index: int


class LegsLeftBehind(Refusal, code="leg_left_behind"):
    index: int
    legs: tuple[Leg, ...]
