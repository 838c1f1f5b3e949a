"""Actions, options and refusals in French."""

from domain.games.galopp_royal import commands, refusals
from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.rules.crafty import moves
from domain.games.galopp_royal.view import GaloppView
from domain.games.galopp_royal.words import signed
from domain.games.galopp_royal.words.fr._terms import gold
from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names
from domain.kernel.words.texts import Label, Option, Parameter

AUCTION = "Enchérir pour l’équipe"
RACE = "Course"
ORDERS = "Utiliser le +2/−2"
REMOVAL = "Retirer un porteur de chaque chaise"
PARAMETERS = {
    "amount": Parameter(
        "Pièces d’or",
        AUCTION,
        "GR-3.3 : des pièces entières, plus que l’offre la plus haute, au plus votre bourse.",
    ),
    "slots": Parameter(
        "Cases",
        REMOVAL,
        "GR-7.1 : la case du porteur à retirer de chaque étalage, dans l’ordre des sièges.",
    ),
}
OPTIONS = {
    "first_seat": Option(
        "Premier joueur",
        "Le siège qui fait la première offre et commence la première course ; tiré au sort sans"
        " choix.",
    ),
    "two_users": Option(
        "Deux joueurs, quatre chaises",
        "Chacun des deux joueurs tient deux sièges opposés d’une table de quatre.",
    ),
    "crafty_mode": Option(
        "Le porteur astucieux +2/−2",
        "Comment lire le +2/−2.",
        {
            "both": "votre chaise de 2 cases, d’autres dans l’autre sens",
            "seed_literal": "une chaise de 2 cases, ou deux chaises d’une case",
            "seed_literal_own_back": "de même, et votre chaise peut reculer d’une case",
        },
    ),
    "early_stop": Option(
        "Arrêter les courses plus tôt",
        "Une course s’arrête dès que tous les rangs qui comptent sont connus.",
    ),
    "races": Option("Courses", "Combien des six courses sont courues."),
}
label_pass = Label("Passer", AUCTION)
label_roll = Label("Lancer le dé", RACE)
refusal_four_seats_needed = "`two_users` demande une table de 4 sièges."
refusal_no_auction = "Aucune vente aux enchères n’est en cours."
refusal_opener_must_bid = "Trois ventes ont échoué : vous devez faire une offre."
refusal_no_race = "Aucune course n’est en cours."
refusal_crafty_rolled = "Utilisez le +2/−2 que vous avez obtenu."
refusal_no_crafty_rolled = "Vous n’avez pas obtenu de +2/−2."
refusal_nobody_advances = "Une autre chaise doit avancer."
refusal_own_move_not_by_two = "Déplacez votre chaise de 2 ou de −2."
refusal_others_not_opposite = (
    "D’autres chaises vont dans l’autre sens : une de 2 cases, ou deux d’une case."
)
refusal_neither_one_nor_two_chairs = (
    "Déplacez une chaise de 2 cases, ou deux chaises d’une case dans le même sens."
)
refusal_same_chair_twice = "Nommez des chaises différentes."
refusal_no_race_just_ended = "Aucune course ne vient de finir."
refusal_slots_missing = "Nommez un emplacement pour chaque écran."


def label_bid(command: commands.Bid, names: Names, view: GaloppView, seat: Seat) -> Label:
    return Label(f"Offrir {gold(command.amount)}", AUCTION)


def label_crafty(command: commands.Crafty, names: Names, view: GaloppView, seat: Seat) -> Label:
    orders: list[str] = []
    for chair, by in moves(seat, command):
        own, other = ("votre chaise", names.seat) if orders else ("Votre chaise", names.begin)
        orders.append(f"{own if chair == seat else other(chair)} {signed(by)}")
    return Label(", ".join(orders), ORDERS)


def label_remove(command: commands.Remove, names: Names, view: GaloppView, seat: Seat) -> Label:
    removed: list[str] = []
    for chair, slot in zip(view.chairs, command.slots, strict=True):
        who = names.seat(chair.seat) if removed else names.begin(chair.seat)
        held = chair.display[slot - 1]
        bearer = "personne" if held is None else BEARERS[held].name_fr
        removed.append(f"{who} : {bearer} (case {slot})")
    return Label(", ".join(removed), REMOVAL)


def choice_amount(value: int, names: Names) -> str:
    return gold(value)


def choice_slots(value: int, names: Names) -> str:
    return f"case {value}"


def refusal_not_your_turn(refusal: refusals.NotYourTurn, names: Names) -> str:
    return f"C’est au tour du siège {refusal.asked}."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Personne n’a le siège {refusal.seat}."


def refusal_bid_too_low(refusal: refusals.BidTooLow, names: Names) -> str:
    return f"Offrez {refusal.lowest} ou plus."


def refusal_bid_too_high(refusal: refusals.BidTooHigh, names: Names) -> str:
    return f"Vous avez {refusal.purse} or."


def refusal_no_rival_racing(refusal: refusals.NoRivalRacing, names: Names) -> str:
    return f"Le siège {refusal.seat} n’a pas d’autre chaise encore en course."


def refusal_would_drown(refusal: refusals.WouldDrown, names: Names) -> str:
    return f"La chaise du siège {refusal.seat} tomberait dans le bassin."


def refusal_another_was_last(refusal: refusals.AnotherWasLast, names: Names) -> str:
    return f"Le siège {refusal.last} était dernier."


def refusal_slot_out_of_range(refusal: refusals.SlotOutOfRange, names: Names) -> str:
    return f"Les emplacements vont de 1 à {refusal.most}."
