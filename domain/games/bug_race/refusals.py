"""What the rules refuse, in facts; `index` counts the steps of a list from 0."""

from domain.games.bug_race.components import Card, Leg
from domain.kernel.messages import Refusal


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
