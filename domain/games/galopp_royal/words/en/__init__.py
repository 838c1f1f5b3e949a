"""Actions, options and refusals in English."""

from domain.games.galopp_royal import commands, refusals
from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.rules.crafty import moves
from domain.games.galopp_royal.view import GaloppView
from domain.games.galopp_royal.words import signed
from domain.games.galopp_royal.words.en._terms import gold
from domain.kernel.ids import Seat
from domain.kernel.words.en import Names
from domain.kernel.words.texts import Label, Option, Parameter

AUCTION = "Bid for the team"
RACE = "Race"
ORDERS = "Use the +2/−2"
REMOVAL = "Remove one bearer of each chair"
PARAMETERS = {
    "amount": Parameter(
        "Gold", AUCTION, "GR-3.3: whole gold, more than the high bid and no more than your purse."
    ),
    "slots": Parameter(
        "Slots",
        REMOVAL,
        "GR-7.1: the slot of the bearer to remove from each display, in seat order.",
    ),
}
OPTIONS = {
    "first_seat": Option(
        "First player",
        "The seat that bids first and starts the first race; drawn if you choose none.",
    ),
    "two_users": Option(
        "Two players, four chairs",
        "Each of two players has two opposite seats of a table with four.",
    ),
    "crafty_mode": Option(
        "The crafty bearer +2/−2",
        "How the +2/−2 is read.",
        {
            "both": "your chair by 2, others the opposite way",
            "seed_literal": "one chair by 2, or two chairs by 1",
            "seed_literal_own_back": "the same, and your own chair may go back by 1",
        },
    ),
    "early_stop": Option("Stop races early", "A race stops once all places that count are known."),
    "races": Option("Races", "How many of the six races are run."),
}
label_pass = Label("Pass", AUCTION)
label_roll = Label("Roll the die", RACE)
refusal_four_seats_needed = "`two_users` needs a table with 4 seats."
refusal_no_auction = "No auction is in progress."
refusal_opener_must_bid = "Three deals have failed: you must bid."
refusal_no_race = "No race is in progress."
refusal_crafty_rolled = "Use the +2/−2 you have rolled."
refusal_no_crafty_rolled = "You have not rolled a +2/−2."
refusal_nobody_advances = "Another chair must advance."
refusal_own_move_not_by_two = "Move your own chair by 2 or −2."
refusal_others_not_opposite = "Other chairs move the opposite way: one by 2, or two by 1 each."
refusal_neither_one_nor_two_chairs = "Move one chair by 2, or two chairs by 1 the same way."
refusal_same_chair_twice = "Name different chairs."
refusal_no_race_just_ended = "No race has just ended."
refusal_slots_missing = "Name one slot for every display."


def label_bid(command: commands.Bid, names: Names, view: GaloppView, seat: Seat) -> Label:
    return Label(f"Bid {gold(command.amount)}", AUCTION)


def label_crafty(command: commands.Crafty, names: Names, view: GaloppView, seat: Seat) -> Label:
    orders: list[str] = []
    for chair, by in moves(seat, command):
        own, other = ("your chair", names.seat) if orders else ("Your chair", names.begin)
        orders.append(f"{own if chair == seat else other(chair)} {signed(by)}")
    return Label(", ".join(orders), ORDERS)


def label_remove(command: commands.Remove, names: Names, view: GaloppView, seat: Seat) -> Label:
    removed: list[str] = []
    for chair, slot in zip(view.chairs, command.slots, strict=True):
        who = names.seat(chair.seat) if removed else names.begin(chair.seat)
        held = chair.display[slot - 1]
        bearer = "nobody" if held is None else BEARERS[held].name_en
        removed.append(f"{who}: {bearer} (slot {slot})")
    return Label(", ".join(removed), REMOVAL)


def choice_amount(value: int, names: Names) -> str:
    return gold(value)


def choice_slots(value: int, names: Names) -> str:
    return f"slot {value}"


def refusal_not_your_turn(refusal: refusals.NotYourTurn, names: Names) -> str:
    return f"It is the turn of seat {refusal.asked}."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Nobody has seat {refusal.seat}."


def refusal_bid_too_low(refusal: refusals.BidTooLow, names: Names) -> str:
    return f"Bid {refusal.lowest} or more."


def refusal_bid_too_high(refusal: refusals.BidTooHigh, names: Names) -> str:
    return f"You have {refusal.purse} gold."


def refusal_no_rival_racing(refusal: refusals.NoRivalRacing, names: Names) -> str:
    return f"Seat {refusal.seat} has no other chair that is still racing."


def refusal_would_drown(refusal: refusals.WouldDrown, names: Names) -> str:
    return f"The chair of seat {refusal.seat} would fall into the bassin."


def refusal_another_was_last(refusal: refusals.AnotherWasLast, names: Names) -> str:
    return f"Seat {refusal.last} was last."


def refusal_slot_out_of_range(refusal: refusals.SlotOutOfRange, names: Names) -> str:
    return f"Slots are 1 to {refusal.most}."
