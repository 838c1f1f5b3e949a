"""Refusals in French."""

from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.words.fr._terms import CARDS
from domain.kernel.words.fr import Names

refusal_piles_exclude = "`chou_ma_chere` ne se combine pas avec cette option."
refusal_fangio_needed = "`radis_sale` demande `fangio_de_la_prairie`."
refusal_not_racing = "Aucune course n’est en cours."
refusal_not_asked = (
    "Vous ne pouvez pas décider cela maintenant. `GET …/actions` dit ce que vous pouvez."
)
refusal_other_phase = "C’est une autre phase du tour."
refusal_turn_lost = "Cet escargot a perdu son tour."
refusal_drawn_at_once = "Annoncez toutes vos cartes à la fois."
refusal_drawn_singly = "Piochez une carte après l’autre."
refusal_card_without_path = "Cette carte ne se joue pas avec un chemin."
refusal_already_laid = (
    "Vous avez déjà posé une carte pour cet escargot ; on ne peut plus la changer."
)
refusal_already_staked = "Vous avez déjà engagé des coquilles pour cet escargot."
refusal_speed_card_left = "Vous avez une carte Vitesse en main."
refusal_must_be_discarded = "Cette carte peut seulement être défaussée ; envoyez `discard`."
refusal_illegal_choice = "La carte ne permet pas cela."
refusal_cannot_endure = "L’escargot doit avancer."
refusal_cannot_react = "Cette parade est sans effet contre cela."
refusal_already_placed = "Cet escargot est déjà placé."
refusal_cell_not_free = "Choisissez une case de départ libre."
refusal_name_not_listed = (
    "Choisissez un nom de guerre dans la liste que donnent les actions de ce siège."
)
refusal_name_too_late = "Un nom de guerre se donne avant la première course."
refusal_bad_discard = "Nommez deux cartes différentes."
refusal_pile_empty = "Cette pioche est vide, ou n’existe pas."
refusal_wrong_pile = "Envoyez `pile` s’il y a deux pioches, et omettez-le s’il y en a une."
refusal_last_must_be_speed = "Votre dernière carte doit être une carte Vitesse."
refusal_hand_not_filled = (
    "Ces nombres ne complètent pas votre main avec au moins une carte Vitesse."
)
refusal_no_extra_shell = "Vous n’avez pas de coquille supplémentaire à utiliser maintenant."


def refusal_no_such_snail(refusal: refusals.NoSuchSnail, names: Names) -> str:
    return f"Il n’y a pas d’escargot {refusal.snail}."


def refusal_not_your_snail(refusal: refusals.NotYourSnail, names: Names) -> str:
    return f"{refusal.name} n’est pas à vous."


def refusal_snail_is_out(refusal: refusals.SnailIsOut, names: Names) -> str:
    return f"{refusal.name} est hors course."


def refusal_another_moves(refusal: refusals.AnotherMoves, names: Names) -> str:
    return f"C’est à {refusal.name} de bouger."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"Vous n’avez pas {CARDS.get(refusal.card, refusal.card)} en main."


def refusal_not_a_speed_card(refusal: refusals.NotASpeedCard, names: Names) -> str:
    return f"{CARDS.get(refusal.card, refusal.card)} n’est pas une carte Vitesse."


def refusal_illegal_path(refusal: refusals.IllegalPath, names: Names) -> str:
    return f"Le pas {refusal.step} est impossible ; la carte en demande {refusal.steps}."


def refusal_name_taken(refusal: refusals.NameTaken, names: Names) -> str:
    return f"Un autre escargot s’appelle déjà {refusal.name}."


def refusal_stake_out_of_range(refusal: refusals.StakeOutOfRange, names: Names) -> str:
    return f"Engagez de {refusal.least} à {refusal.most} coquilles."
