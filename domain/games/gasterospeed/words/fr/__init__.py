"""Actions and options in French."""

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.components import Direction
from domain.games.gasterospeed.seen import GasteroView as View
from domain.games.gasterospeed.words import called
from domain.games.gasterospeed.words.fr._terms import CARDS, DIRECTIONS
from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

PLACING = "Placer un escargot"
SPEED = "Poser une carte Vitesse"
CRAWL = "Ramper"
ACTION = "Jouer une action"
DISCARD = "Défausser"
TARGET = "Choisir"
REACTION = "Réagir"
DRAWING = "Piocher"
STAKE = "Miser des coquilles"
BONUS = "Bonus de champion"
PILES: dict[do.Pile, str] = {"speed": "une carte Vitesse", "action": "une carte Action"}
DECLINED = {
    "react": "Laisser faire",
    "reroll": "Garder le lancer",
    "extra_card": "Ne pas prendre de carte",
}
PARAMETERS = {
    "name": Parameter(
        "Nom de course",
        PLACING,
        "GS-7 : un nom de course de cette liste qu’aucun autre escargot ne porte.",
    ),
    "steps": Parameter(
        "Chemin, pas à pas",
        CRAWL,
        "GS-41 : tout chemin de pas possibles vers des cases libres, de la longueur de la"
        " carte ; les pas après celui qui termine le mouvement (ligne, glace, ronce) sont"
        " ignorés. La liste donne un chemin pour chaque case d’arrivée possible.",
    ),
}
OPTIONS = {
    "circuits": Option("Circuits", "Les courses du championnat, dans l’ordre."),
    "chou_ma_chere": Option(
        "Chou ma chère",
        "Les cartes Vitesse et Action forment deux pioches, et vous en tenez autant de chaque.",
    ),
    "fangio_de_la_prairie": Option(
        "Fangio de la prairie", "Deux pioches, et vous piochez dans celle de votre choix."
    ),
    "radis_sale": Option(
        "Radis salé",
        "Avec Fangio de la prairie : vous ne voyez vos cartes qu’une fois la main complète.",
    ),
    "experopodes": Option(
        "Les expéropodes", "Cinq circuits sont tirés au hasard dans les boîtes de ceux choisis."
    ),
    "escargot_de_compet": Option(
        "Escargot de compét’", "Une carte et une coquille de plus pour chacun."
    ),
    "championnat_des_speedy": Option(
        "Championnat des speedy", "Le champion gagne un bonus pour le prochain championnat."
    ),
    "championnat_des_coquillards": Option(
        "Championnat des coquillards", "Le plus de coquilles gardées remporte le championnat."
    ),
    "operation_ninjagot": Option(
        "Opération Ninjagot",
        "Chaque écurie a une seule réserve de coquilles et les engage course par course, en"
        " secret.",
    ),
    "vitesse_ou_endurance": Option(
        "Vitesse ou endurance ?",
        "Avec une carte de la série 200, un escargot peut rester sur place et récupérer une"
        " coquille.",
    ),
    "deck": Option(
        "Nombre de cartes",
        "Combien de cartes compte le paquet.",
        {"88": "88 cartes", "80": "80 cartes"},
    ),
    "cross_ronces_shells": Option(
        "Coquilles sur Cross Ronces",
        "Combien de coquilles a un escargot sur Cross Ronces.",
        {"3": "3 coquilles", "5": "5 coquilles"},
    ),
    "backlash_vs_shove": Option(
        "Retour de bâton contre une bousculade",
        "Un Retour de bâton peut renvoyer un escargot qui bouscule le vôtre.",
    ),
    "inner_walls": Option(
        "Bousculade contre un mur intérieur",
        "Ce qui arrive à un escargot poussé contre un mur ou un obstacle à l’intérieur du circuit.",
        {"stop": "il reste, et personne ne bouge", "rail": "il recule, comme au bord du circuit"},
    ),
    "optional_slipstream": Option(
        "Aspiration au choix",
        "Avec l’Aspiration gluante, un escargot peut avancer, mais n’y est pas obligé.",
    ),
    "turn_limit": Option(
        "Limite de tours",
        "Une course est arrêtée après ce nombre de tours, pour qu’une table finisse toujours ;"
        " sans choix, chaque circuit a sa propre limite.",
    ),
}
label_reroll = Label("Relancer le dé", BONUS)


def label_place(command: do.Place, names: Names, view: View, seat: Seat) -> Label:
    x, y = command.cell
    return Label(f"Placer {called(view, command.snail)} en {x}, {y}", PLACING)


def label_commit_speed(command: do.CommitSpeed, names: Names, view: View, seat: Seat) -> Label:
    laid = "Ne rien poser" if command.card is None else f"Poser {CARDS[command.card]}"
    return Label(f"{laid} pour {called(view, command.snail)}", SPEED)


def label_take_path(command: do.TakePath, names: Names, view: View, seat: Seat) -> Label:
    steps = " puis ".join([DIRECTIONS[step] for step in command.steps])
    return Label(f"Ramper {steps} avec {called(view, command.snail)}", CRAWL)


def label_endure(command: do.Endure, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Rester avec {called(view, command.snail)} et reprendre une coquille", CRAWL)


def label_commit_action(command: do.CommitAction, names: Names, view: View, seat: Seat) -> Label:
    card, name = CARDS[command.card], called(view, command.snail)
    if command.discard:
        return Label(f"Défausser {card} pour {name}", DISCARD)
    return Label(f"Jouer {card} avec {name}", ACTION)


def label_choose(command: do.Choose, names: Names, view: View, seat: Seat) -> Label:
    chosen = []
    if command.target is not None:
        chosen.append(f"Viser {called(view, command.target)}")
    if command.direction is not None:
        chosen.append(f"Direction {DIRECTIONS[command.direction]}")
    return Label(", ".join(chosen) or "Ne pas avancer", TARGET)


def label_react(command: do.React, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Jouer {CARDS[f'{command.card}-1']}", REACTION)


def label_decline(command: do.Decline, names: Names, view: View, seat: Seat) -> Label:
    kind = view.question.kind if view.question else ""
    return Label(DECLINED.get(kind, "Passer"), REACTION if kind == "react" else BONUS)


def label_discard_two(command: do.DiscardTwo, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Défausser {' et '.join([CARDS[card] for card in command.cards])}", DISCARD)


def label_draw(command: do.Draw, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Piocher {PILES[command.pile]}", DRAWING)


def label_announce_draw(command: do.AnnounceDraw, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Piocher {counted(command.speed, 'carte')} Vitesse", DRAWING)


def label_stake(command: do.Stake, names: Names, view: View, seat: Seat) -> Label:
    shells = counted(command.shells, "coquille")
    return Label(f"Miser {shells} avec {called(view, command.snail)}", STAKE)


def label_take_extra_card(command: do.TakeExtraCard, names: Names, view: View, seat: Seat) -> Label:
    taken = "Prendre la carte de plus" if command.pile is None else f"Piocher {PILES[command.pile]}"
    return Label(taken, BONUS)


def label_use_extra_shell(command: do.UseExtraShell, names: Names, view: View, seat: Seat) -> Label:
    return Label(f"Donner la coquille de plus à {called(view, command.snail)}", BONUS)


def choice_name(value: str, names: Names) -> str:
    return value


def choice_steps(value: Direction, names: Names) -> str:
    return DIRECTIONS[value]
