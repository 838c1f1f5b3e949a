"""A race of bugs in French."""

from collections.abc import Iterable, Sequence

from domain.games.bug_race import commands, refusals
from domain.games.bug_race import draft_events as draft
from domain.games.bug_race import events as race
from domain.games.bug_race.components import BOX, CARDS, Card
from domain.games.bug_race.view import BugRaceView
from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

BUGS = {bug.id: bug.fr for bug in BOX.bugs}
STEPS = {leg.id: leg.fr for leg in BOX.legs} | {"B": "corps"}
SIDES = {"L": "gauche", "R": "droite", "left": "gauche", "right": "droite"}
KEEP = "Garder une carte"
PLAY = "Jouer une carte"
BODY = "Avancer le corps"
PARAMETERS = {
    "steps": Parameter(
        "Pas à pas",
        PLAY,
        "BR-35 : steps = [pas, …], pas = LF | LM | LR | RF | RM | RR | B. Exécutés de gauche à"
        " droite, chacun d’un segment : une patte de la carte (une fois au plus) ou B, le corps."
        " Absent = le jeu le plus long ; [] = sans bouger. Un essai à blanc montre où une liste"
        " mène, ou l’indice où elle échoue.",
    )
}
OPTIONS = {
    "expert": Option(
        "Jeu pour joueurs expérimentés",
        "Piochez quatre cartes, faites-les passer trois fois et jouez-en une par tour.",
    ),
    "finish_check": Option(
        "Arrivée dans le jeu pour joueurs expérimentés",
        "Quand on vérifie si un insecte a passé la ligne.",
        {"turn": "après chaque tour d’une carte chacun", "hand": "après toute la main"},
    ),
    "must_move": Option(
        "Pattes à déplacer",
        "Combien des pattes montrées doivent avancer si elles le peuvent.",
        {"one": "au moins une", "all": "toutes celles qui le peuvent", "none": "aucune"},
    ),
    "auto_body_end": Option(
        "Le corps avance de lui-même",
        "Après votre dernière carte d’un tour, le corps fait tous les pas possibles.",
    ),
    "play_for_places": Option(
        "Jouer pour les places",
        "Les insectes arrivés partent et les autres continuent pour la deuxième et la troisième"
        " place.",
    ),
    "deck": Option(
        "Cartes",
        "Combien de pattes montrent les 70 cartes.",
        {
            "standard": "deux, trois ou quatre pattes",
            "two_three": "deux ou trois pattes, plus lent",
        },
    ),
}
refusal_not_one_step = "Le corps avance d’au moins un pas."
refusal_not_drafting = "On garde une carte pendant la sélection."
refusal_already_chosen = "Vous avez choisi ; d’autres pas encore."
refusal_bug_has_left = "Votre insecte a quitté la course."
refusal_still_drafting = "Les insectes bougent après la sélection."
refusal_no_card_left = "Vous n’avez plus de carte à jouer."
refusal_already_played = "D’autres n’ont pas encore joué dans ce tour."
refusal_race_over = "La course est finie."


def race_set_up(event: race.RaceSetUp, names: Names) -> str:
    return f"Les insectes se rangent : {', '.join(BUGS[bug] for bug in event.bugs)}."


def pile_shuffled(event: draft.PileShuffled, names: Names) -> str:
    return f"{len(event.pile)} cartes sont mélangées."


def cards_dealt(event: draft.CardsDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} pioche {_cards(*event.cards)}."


def discards_reshuffled(event: draft.DiscardsReshuffled, names: Names) -> str:
    return f"La pioche était vide : {event.cards} cartes défaussées sont mélangées."


def round_dealt(event: draft.RoundDealt, names: Names) -> str:
    drawn = f"chacun pioche {event.each} cartes, on passe à {SIDES[event.direction]}"
    return f"Manche {event.round} : {drawn} ; il reste {counted(event.pile, 'carte')}."


def card_kept(event: draft.CardKept, names: Names) -> str:
    return f"{names.begin(event.seat)} garde {_cards(event.card)}."


def choice_made(event: draft.ChoiceMade, names: Names) -> str:
    return f"{names.begin(event.seat)} a choisi."


def cards_passed(event: draft.CardsPassed, names: Names) -> str:
    to = names.to(event.receiver)
    return f"{names.begin(event.giver)} passe {_cards(*event.cards)} {to}."


def hands_passed(event: draft.HandsPassed, names: Names) -> str:
    passed = f"{event.each} cartes à {SIDES[event.direction]}"
    return f"Chacun a passé {passed} et choisit encore."


def draft_ended(event: draft.DraftEnded, names: Names) -> str:
    hand = f"chacun a {event.hand} cartes à jouer"
    return f"Les dernières cartes vont à {SIDES[event.direction]} : {hand}."


def body_advanced(event: race.BodyAdvanced, names: Names) -> str:
    far = f"{counted(event.count, 'segment')}, au segment {event.stance.body}"
    return f"{names.begin(event.seat)} avance son corps de {far}."


def card_played(event: race.CardPlayed, names: Names) -> str:
    played = f"{names.begin(event.seat)} joue {_cards(event.card)}"
    if not event.steps:
        return f"{played} et ne bouge pas."
    return f"{played} : {_steps(event.steps)} ; sa queue est sur le segment {event.stance.body}."


def body_followed(event: race.BodyFollowed, names: Names) -> str:
    far = f"{counted(event.count, 'segment')}, au segment {event.stance.body}"
    return f"Le corps {names.of(event.seat)} suit de {far}."


def turn_ended(event: race.TurnEnded, names: Names) -> str:
    return f"Le tour {event.turn} est fini{_past(event.past_the_line, names)}."


def round_ended(event: race.RoundEnded, names: Names) -> str:
    return f"La manche {event.round} est finie{_past(event.past_the_line, names)}."


def hand_discarded(event: race.HandDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} défausse {_cards(*event.cards)}."


def bug_placed(event: race.BugPlaced, names: Names) -> str:
    return f"{names.begin(event.seat)} quitte la course, au rang {event.place}."


def race_finished(event: race.RaceFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "gagne la course" if len(winners) == 1 else "partagent la victoire"
    return f"{names.begin_seats(winners)} {won}."


def label_keep(command: commands.Keep, names: Names, view: BugRaceView, seat: Seat) -> Label:
    return Label(f"Garder {command.card} : {_steps(CARDS[command.card].legs)}", KEEP)


def label_play(command: commands.Play, names: Names, view: BugRaceView, seat: Seat) -> Label:
    card, steps = command.card, command.steps
    if steps is None:
        return Label(f"Jouer {card} : {_steps(CARDS[card].legs)}", PLAY)
    how = f" pas à pas : {_steps(steps)}" if steps else " sans bouger"
    return Label(f"Jouer {card}{how}", PLAY)


def label_advance(command: commands.Advance, names: Names, view: BugRaceView, seat: Seat) -> Label:
    return Label(f"Avancer le corps de {counted(command.count, 'segment')}", BODY)


def choice_steps(value: str, names: Names) -> str:
    return STEPS[value]


def refusal_card_not_offered(refusal: refusals.CardNotOffered, names: Names) -> str:
    return f"{refusal.card} n’est pas proposée."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"Vous n’avez pas {refusal.card} en main."


def refusal_no_such_card(refusal: refusals.NoSuchCard, names: Names) -> str:
    return f"Il n’y a pas de carte {refusal.card} dans ce paquet."


def refusal_no_such_leg(refusal: refusals.NoSuchLeg, names: Names) -> str:
    return f"À l’indice {refusal.index} : il n’y a pas de patte {refusal.leg!r}."


def refusal_legs_can_step(refusal: refusals.LegsCanStep, names: Names) -> str:
    can = "peut" if len(refusal.legs) == 1 else "peuvent"
    return f"{', '.join(refusal.legs)} {can} encore avancer."


def refusal_leg_not_on_card(refusal: refusals.LegNotOnCard, names: Names) -> str:
    return f"À l’indice {refusal.index} : {refusal.card} ne montre pas {refusal.leg}."


def refusal_leg_already_moved(refusal: refusals.LegAlreadyMoved, names: Names) -> str:
    return f"À l’indice {refusal.index} : {refusal.leg} a déjà avancé avec cette carte."


def refusal_leg_at_track_end(refusal: refusals.LegAtTrackEnd, names: Names) -> str:
    return f"À l’indice {refusal.index} : {refusal.leg} est au bout de la piste."


def refusal_slot_occupied(refusal: refusals.SlotOccupied, names: Names) -> str:
    why = f"l’emplacement {refusal.slot} à {SIDES[refusal.leg[0]]} est occupé"
    return f"À l’indice {refusal.index} : {refusal.leg} ne peut pas avancer, {why}."


def refusal_leg_out_of_reach(refusal: refusals.LegOutOfReach, names: Names) -> str:
    why = f"l’emplacement {refusal.slot} à {SIDES[refusal.leg[0]]} est hors de portée"
    return f"À l’indice {refusal.index} : {refusal.leg} ne peut pas avancer, {why}."


def refusal_body_at_track_end(refusal: refusals.BodyAtTrackEnd, names: Names) -> str:
    return f"À l’indice {refusal.index} : le corps est au bout de la piste."


def refusal_legs_left_behind(refusal: refusals.LegsLeftBehind, names: Names) -> str:
    return f"À l’indice {refusal.index} : le corps perdrait {', '.join(refusal.legs)}."


def _past(seats: Sequence[Seat], names: Names) -> str:
    have = "a" if len(seats) == 1 else "ont"
    return f" : {names.seats(seats)} {have} passé la ligne" if seats else ""


def _cards(*cards: Card) -> str:
    """Cards are named by the legs they show."""
    return ", ".join(f"« {' + '.join(STEPS[leg] for leg in CARDS[card].legs)} »" for card in cards)


def _steps(steps: Iterable[str]) -> str:
    return ", ".join(STEPS[step] for step in steps)
