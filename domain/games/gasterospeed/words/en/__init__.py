"""Actions and options in English."""

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.components import Direction
from domain.games.gasterospeed.seen import GasteroView as View
from domain.games.gasterospeed.words import called
from domain.games.gasterospeed.words.en._terms import CARDS, DIRECTIONS
from domain.kernel.ids import Seat
from domain.kernel.words.en import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

PLACING = "Place a snail"
SPEED = "Lay a Speed card"
CRAWL = "Crawl"
ACTION = "Play an action"
DISCARD = "Discard"
TARGET = "Choose"
REACTION = "React"
DRAWING = "Draw"
STAKE = "Stake shells"
BONUS = "Champion's bonus"
PILES: dict[do.Pile, str] = {"speed": "a Speed card", "action": "an Action card"}
DECLINED = {"react": "Let it happen", "reroll": "Keep the roll", "extra_card": "Take no extra card"}
PARAMETERS = {
    "name": Parameter(
        "Racing name", PLACING, "GS-7: a racing name from this list that no other snail has."
    ),
    "steps": Parameter(
        "Path, step by step",
        CRAWL,
        "GS-41: any path of open single steps onto free cells, as long as the card says; steps "
        "after one that ends the move (line, ice, bramble) are ignored. One path is listed for "
        "each cell the move can end on.",
    ),
}
OPTIONS = {
    "circuits": Option("Circuits", "The races of the championship, in order."),
    "chou_ma_chere": Option(
        "Chou ma chère", "Speed and Action cards form two piles, and you hold as many of each."
    ),
    "fangio_de_la_prairie": Option(
        "Fangio de la prairie", "Two piles, and you draw from the one you like."
    ),
    "radis_sale": Option(
        "Radis salé",
        "With Fangio de la prairie: you see your cards only when your hand is complete.",
    ),
    "experopodes": Option(
        "Les expéropodes", "Five circuits are drawn at random from the boxes of those chosen."
    ),
    "escargot_de_compet": Option(
        "Escargot de compét'", "One card and one shell more for everybody."
    ),
    "championnat_des_speedy": Option(
        "Championnat des speedy", "The champion wins a bonus for the next championship."
    ),
    "championnat_des_coquillards": Option(
        "Championnat des coquillards", "The most shells kept win the championship."
    ),
    "operation_ninjagot": Option(
        "Opération Ninjagot",
        "Each stable has one reserve of shells and stakes them race by race, in secret.",
    ),
    "vitesse_ou_endurance": Option(
        "Vitesse ou endurance ?",
        "With a card of the 200 series a snail may stay put and get a shell back.",
    ),
    "deck": Option(
        "Number of cards", "How many cards are in the deck.", {"88": "88 cards", "80": "80 cards"}
    ),
    "cross_ronces_shells": Option(
        "Shells on Cross Ronces",
        "How many shells a snail has on Cross Ronces.",
        {"3": "3 shells", "5": "5 shells"},
    ),
    "backlash_vs_shove": Option(
        "Retour de bâton against a shove",
        "A Retour de bâton may throw back a snail that shoves yours.",
    ),
    "inner_walls": Option(
        "Shoves against inner walls",
        "What happens to a snail that is shoved against a wall or an obstacle inside the circuit.",
        {"stop": "it stays, and nobody moves", "rail": "it is set back, as by the edge"},
    ),
    "optional_slipstream": Option(
        "Slipstream by choice", "With Aspiration gluante a snail may advance, but need not."
    ),
    "turn_limit": Option(
        "Turn limit",
        "A race is stopped after this many turns, so that a table always ends; without a choice"
        " each circuit has its own limit.",
    ),
}
label_reroll = Label("Roll again", BONUS)


def label_place(command: do.Place, names: Names, view: View, seat: Seat) -> Label:
    x, y = command.cell
    return Label(f"Place {called(view, command.snail)} at {x}, {y}", PLACING)


def label_commit_speed(command: do.CommitSpeed, names: Names, view: View, seat: Seat) -> Label:
    card = "nothing" if command.card is None else CARDS[command.card]
    return Label(f"Lay {card} for {called(view, command.snail)}", SPEED)


def label_take_path(command: do.TakePath, names: Names, view: View, seat: Seat) -> Label:
    steps = " then ".join([DIRECTIONS[step] for step in command.steps])
    return Label(f"Crawl {steps} with {called(view, command.snail)}", CRAWL)


def label_endure(command: do.Endure, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Stay with {called(view, command.snail)} and get a shell back", CRAWL)


def label_commit_action(command: do.CommitAction, names: Names, view: View, seat: Seat) -> Label:
    card, name = CARDS[command.card], called(view, command.snail)
    if command.discard:
        return Label(f"Discard {card} for {name}", DISCARD)
    return Label(f"Play {card} with {name}", ACTION)


def label_choose(command: do.Choose, names: Names, view: View, seat: Seat) -> Label:
    chosen = []
    if command.target is not None:
        chosen.append(f"Target {called(view, command.target)}")
    if command.direction is not None:
        chosen.append(f"Direction {DIRECTIONS[command.direction]}")
    return Label(", ".join(chosen) or "Do not advance", TARGET)


def label_react(command: do.React, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Play {CARDS[f'{command.card}-1']}", REACTION)


def label_decline(command: do.Decline, names: Names, view: View, seat: Seat) -> Label:
    kind = view.question.kind if view.question else ""
    return Label(DECLINED.get(kind, "Pass"), REACTION if kind == "react" else BONUS)


def label_discard_two(command: do.DiscardTwo, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Discard {' and '.join([CARDS[card] for card in command.cards])}", DISCARD)


def label_draw(command: do.Draw, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Draw {PILES[command.pile]}", DRAWING)


def label_announce_draw(command: do.AnnounceDraw, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Draw {counted(command.speed, 'Speed card')}", DRAWING)


def label_stake(command: do.Stake, names: Names, view: View, seat: Seat) -> Label:
    shells = counted(command.shells, "shell")
    return Label(f"Stake {shells} with {called(view, command.snail)}", STAKE)


def label_take_extra_card(command: do.TakeExtraCard, names: Names, view: View, seat: Seat) -> Label:
    taken = "Take the extra card" if command.pile is None else f"Draw {PILES[command.pile]}"
    return Label(taken, BONUS)


def label_use_extra_shell(command: do.UseExtraShell, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Give the extra shell to {called(view, command.snail)}", BONUS)


def choice_name(value: str, names: Names) -> str:
    return value


def choice_steps(value: Direction, names: Names) -> str:
    return DIRECTIONS[value]
