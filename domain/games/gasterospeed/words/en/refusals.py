"""Refusals in English."""

from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.words.en._terms import CARDS
from domain.kernel.words.en import Names

refusal_piles_exclude = "`chou_ma_chere` cannot be combined with this option."
refusal_fangio_needed = "`radis_sale` needs `fangio_de_la_prairie`."
refusal_not_racing = "No race is in progress."
refusal_not_asked = "You cannot decide this now. `GET …/actions` lists what you can."
refusal_other_phase = "This is another phase of the turn."
refusal_turn_lost = "This snail has lost its turn."
refusal_drawn_at_once = "Announce all your cards at once."
refusal_drawn_singly = "Draw one card after the other."
refusal_card_without_path = "This card does not move by a path."
refusal_already_laid = "You have already laid a card for this snail; it cannot be changed."
refusal_already_staked = "You have already staked shells for this snail."
refusal_speed_card_left = "You hold a Speed card."
refusal_must_be_discarded = "This card can only be discarded; send `discard`."
refusal_illegal_choice = "The card does not allow this."
refusal_cannot_endure = "The snail must move."
refusal_cannot_react = "This reaction card has no effect against this."
refusal_already_placed = "This snail is already placed."
refusal_cell_not_free = "Choose a free start cell."
refusal_name_not_listed = (
    "Choose a racing name from the list that the actions of this seat contain."
)
refusal_name_too_late = "A racing name is given before the first race."
refusal_bad_discard = "Name two different cards."
refusal_pile_empty = "This pile is empty, or does not exist."
refusal_wrong_pile = "Send `pile` if there are two piles, and omit it if there is one."
refusal_last_must_be_speed = "Your last card must be a Speed card."
refusal_hand_not_filled = "These numbers do not fill your hand with at least one Speed card."
refusal_no_extra_shell = "You have no extra shell to use now."


def refusal_no_such_snail(refusal: refusals.NoSuchSnail, names: Names) -> str:
    return f"There is no snail {refusal.snail}."


def refusal_not_your_snail(refusal: refusals.NotYourSnail, names: Names) -> str:
    return f"{refusal.name} is not yours."


def refusal_snail_is_out(refusal: refusals.SnailIsOut, names: Names) -> str:
    return f"{refusal.name} is out of the race."


def refusal_another_moves(refusal: refusals.AnotherMoves, names: Names) -> str:
    return f"{refusal.name} is to move."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"You do not hold {CARDS.get(refusal.card, refusal.card)}."


def refusal_not_a_speed_card(refusal: refusals.NotASpeedCard, names: Names) -> str:
    return f"{CARDS.get(refusal.card, refusal.card)} is no Speed card."


def refusal_illegal_path(refusal: refusals.IllegalPath, names: Names) -> str:
    return f"Step {refusal.step} cannot be made; the card takes {refusal.steps}."


def refusal_name_taken(refusal: refusals.NameTaken, names: Names) -> str:
    return f"Another snail is already named {refusal.name}."


def refusal_stake_out_of_range(refusal: refusals.StakeOutOfRange, names: Names) -> str:
    return f"Stake {refusal.least} to {refusal.most}."
