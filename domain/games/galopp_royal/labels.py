"""The label of every action, made from the view of the seat alone."""

from typing import Any

from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, Pass, Remove, Roll
from domain.games.galopp_royal.rules.crafty import moves
from domain.games.galopp_royal.view import GaloppView
from domain.games.galopp_royal.wording import bearer_name, gold, signed
from domain.kernel.ids import Seat
from domain.kernel.labels import Label, ParameterLabel
from domain.kernel.language import Both

AUCTION: Both = ("Bid for the team", "Enchérir pour l'équipe")
RACE: Both = ("Race", "Course")
ORDERS: Both = ("Use the +2/−2", "Utiliser le +2/−2")
REMOVAL: Both = ("Remove one bearer of each chair", "Retirer un porteur de chaque chaise")
PARAMETERS = {
    "amount": ParameterLabel(
        ("Gold", "Pièces d'or"),
        AUCTION,
        (
            "GR-3.3: whole gold, more than the high bid and no more than your purse.",
            "GR-3.3 : des pièces entières, plus que l'offre la plus haute, au plus votre bourse.",
        ),
    ),
    "slots": ParameterLabel(
        ("Slots", "Cases"),
        REMOVAL,
        (
            "GR-7.1: the slot of the bearer to remove from each display, in seat order.",
            "GR-7.1 : la case du porteur à retirer de chaque étalage, dans l'ordre des places.",
        ),
    ),
}


def label(view: GaloppView | None, seat: Seat, command: GaloppCommand) -> Label:
    match command:
        case Bid(amount=amount):
            english, french = gold(amount)
            return Label((f"Bid {english}", f"Offrir {french}"), AUCTION)
        case Pass():
            return Label(("Pass", "Passer"), AUCTION)
        case Roll():
            return Label(("Roll the die", "Lancer le dé"), RACE)
        case Crafty():
            return Label(_orders(seat, command), ORDERS)
        case Remove(slots=slots):
            assert view is not None
            return Label(_removal(view, slots), REMOVAL)


def choice(field: str, value: Any) -> Both:
    """Return a value of an open parameter in words."""
    return gold(value) if field == "amount" else (f"slot {value}", f"case {value}")


def _orders(seat: Seat, command: Crafty) -> Both:
    en, fr = [], []
    for chair, by in moves(seat, command):
        own = chair == seat
        en.append(f"{'your chair' if own else f'seat {chair}'} {signed(by)}")
        fr.append(f"{'votre chaise' if own else f'la place {chair}'} {signed(by)}")
    return _capital(", ".join(en)), _capital(", ".join(fr))


def _removal(view: GaloppView, slots: tuple[int, ...]) -> Both:
    en, fr = [], []
    for chair, slot in zip(view.chairs, slots, strict=True):
        held = chair.display[slot - 1]
        english, french = ("nobody", "personne") if held is None else bearer_name(held)
        en.append(f"seat {chair.seat}: {english} (slot {slot})")
        fr.append(f"la place {chair.seat} : {french} (case {slot})")
    return _capital(", ".join(en)), _capital(", ".join(fr))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
