"""A game of the village in French."""

from collections.abc import Sequence

from domain.games.asterix import commands, events, refusals
from domain.games.asterix import trick_events as trick
from domain.games.asterix.components import BOX, GAULS, PIRATES, RANKS, ROMANS, Card, Drawn
from domain.games.asterix.rules import MOST_ONLY_IDEFIX
from domain.games.asterix.view import AsterixView
from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names, capital, counted
from domain.kernel.words.texts import Label, Option, Parameter

CHARACTERS = {each.id: each.name_fr for each in BOX.characters}
ENDS: dict[events.EndReason, str] = {
    "no_cards": "plus personne n’a de cartes",
    "no_deck": "la pioche est vide",
    "last_player": "les dernières cartes sont piochées",
}
FREEING = "Faire agir vos Pirates"
ABOUT_SEQUENCE = (
    "AX-7.2 : chacun de vos Pirates une fois, dans l’ordre où ils agissent ; `roman` est un de"
    " vos Romains que ce Pirate peut libérer à ce moment (le plus haut, le plus bas : parmi ceux"
    " qui restent) et ne manque que s’il n’y en a pas. La liste donne une suite pour chaque"
    " résultat, la meilleure d’abord ; tout autre ordre ou exemplaire qui respecte cela est"
    " accepté aussi."
)
PARAMETERS = {"sequence": Parameter("Ordre des Pirates", FREEING, ABOUT_SEQUENCE)}
OPTIONS = {
    "rounds": Option("Manches", "Combien des quatre manches sont jouées."),
    "full_tie": Option(
        "Égalité complète",
        "Ce que deviennent les cartes de même valeur avec autant de potions.",
        {
            "cancel": "les cartes à égalité sont écartées, la suivante l’emporte",
            "escape": "personne ne gagne, le Romain s’échappe",
        },
    ),
    "auto_pirates": Option(
        "Pirates par le serveur",
        "Le serveur emploie vos Pirates de la façon qui vous coûte le moins.",
    ),
}
refusal_not_choosing = "On ne peut pas choisir de carte maintenant."
refusal_no_cards_left = "Vous n’avez plus de carte dans cette manche."
refusal_too_many_changes = "Vous avez changé de carte cinq fois."
refusal_only_idefix_twice = (
    "Tout le monde a joué Idéfix deux fois sur ce Romain : choisissez un Gaulois."
)
refusal_idefix_on_pirate = "On ne joue pas Idéfix sur un Pirate."
refusal_nobody_looks = "Personne ne regarde de carte."
refusal_not_freeing = "Aucun Pirate n’agit maintenant."
refusal_no_pirates = "Vous n’avez pas de Pirate qui agisse."


def village_gathered(event: events.VillageGathered, names: Names) -> str:
    return names.each(enumerate(f"est {CHARACTERS[each]}" for each in event.characters)) + "."


def deck_shuffled(event: events.DeckShuffled, names: Names) -> str:
    return f"{counted(len(event.deck), 'carte')}, Romains et Pirates, sont mélangées."


def hand_taken(event: events.HandTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} prend {', '.join(map(_card, event.cards))}."


def round_began(event: events.RoundBegan, names: Names) -> str:
    hand, deck = counted(event.each, "carte"), counted(event.deck, "carte")
    return f"La manche {event.round} commence : {hand} en main, {deck} dans la pioche."


def last_cards_drawn(event: events.LastCardsDrawn, names: Names) -> str:
    drawn = ", ".join(map(_drawn, event.cards))
    return f"Personne d’autre n’a de cartes : {names.seat(event.seat)} pioche {drawn}."


def round_ended(event: events.RoundEnded, names: Names) -> str:
    decide = "décide de ses" if len(event.freeing) == 1 else "décident de leurs"
    asked = f" ; {names.seats(event.freeing)} {decide} Pirates" if event.freeing else ""
    return f"La manche {event.round} est finie : {ENDS[event.reason]}{asked}."


def pirates_acted(event: events.PiratesActed, names: Names) -> str:
    freed = (
        f"{_drawn(each.pirate)} "
        + (f"libère {_drawn(each.roman)}" if each.roman else "ne libère personne")
        for each in event.freed
    )
    pirates = "Les Pirates" if len(event.freed) > 1 else "Le Pirate"
    return f"{pirates} {names.of(event.seat)} : {', '.join(freed)}."


def round_scored(event: events.RoundScored, names: Names) -> str:
    scores = (f"{names.seat(seat)} +{each.points}" for seat, each in enumerate(event.scores))
    return f"La manche {event.round} est comptée : {', '.join(scores)}."


def game_finished(event: events.GameFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "gagne" if len(winners) == 1 else "partagent la victoire"
    return f"{names.begin_seats(winners)} {won} avec {counted(max(event.totals), 'point')}."


def card_turned(event: trick.CardTurned, names: Names) -> str:
    return f"Voici {_drawn(event.card)} ; il reste {counted(event.deck, 'carte')}."


def card_chosen(event: trick.CardChosen, names: Names) -> str:
    return f"{names.begin(event.seat)} choisit {_card(event.card)}."


def choice_made(event: trick.ChoiceMade, names: Names) -> str:
    return f"{names.begin(event.seat)} a choisi."


def cards_revealed(event: trick.CardsRevealed, names: Names) -> str:
    played = ((seat, f"joue {_card(each)}") for seat, each in enumerate(event.cards) if each)
    return f"{names.each(played)}."


def cards_tied(event: trick.CardsTied, names: Names) -> str:
    return f"{names.begin_seats(event.seats)} sont à égalité parfaite."


def roman_captured(event: trick.RomanCaptured, names: Names) -> str:
    captured = f"{names.begin(event.seat)} capture {_drawn(event.roman)}"
    return f"{captured} et défausse {_card(event.discarded)}."


def roman_escaped(event: trick.RomanEscaped, names: Names) -> str:
    return f"{capital(_drawn(event.roman))} s’échappe."


def pirate_taken(event: trick.PirateTaken, names: Names) -> str:
    seat, lost = names.begin(event.seat), _discarded(event.discarded)
    return f"{seat} prend {_drawn(event.pirate)} ; {lost}."


def pirate_escaped(event: trick.PirateEscaped, names: Names) -> str:
    return f"{capital(_drawn(event.pirate))} s’en va ; {_discarded(event.discarded)}."


def only_idefix_played(event: trick.OnlyIdefixPlayed, names: Names) -> str:
    if event.times < MOST_ONLY_IDEFIX:
        return "Tout le monde a joué Idéfix : on choisit de nouveau."
    return "Tout le monde a encore joué Idéfix : on choisit de nouveau, sans lui."


def idefix_returned(event: trick.IdefixReturned, names: Names) -> str:
    many = len(event.seats)
    met = f"{many} Idéfix se rencontrent et reviennent"
    back = met if many > 1 else "La pioche est vide : Idéfix revient"
    return f"{back} {names.to_seats(event.seats)}."


def card_looked_at(event: trick.CardLookedAt, names: Names) -> str:
    return f"{names.begin(event.seat)} découvre {_drawn(event.card)}."


def idefix_sniffed(event: trick.IdefixSniffed, names: Names) -> str:
    left = f"il reste {counted(event.deck, 'carte')}"
    return f"L’Idéfix {names.of(event.seat)} flaire la carte suivante ; {left}."


def card_kept(event: trick.CardKept, names: Names) -> str:
    return f"{names.begin(event.seat)} garde {_drawn(event.card)} ; {_fate(event.discarded)}."


def card_given(event: trick.CardGiven, names: Names) -> str:
    given = f"{names.begin(event.seat)} donne {_drawn(event.card)} {names.to(event.to)}"
    return f"{given} ; {_fate(event.discarded)}."


def idefix_discarded(event: trick.IdefixDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} n’a plus qu’Idéfix, le défausse et n’a plus de cartes."


def label_play(command: commands.Play, names: Names, view: AsterixView, seat: Seat) -> Label:
    return Label(f"Jouer {_card(command.card)}", "Choisir une carte")


def label_idefix(command: commands.Idefix, names: Names, view: AsterixView, seat: Seat) -> Label:
    found = _drawn(view.looked_at) if view.looked_at else "la carte"
    text = f"Garder {found}" if command.to == seat else f"Donner {found} {names.to(command.to)}"
    return Label(text, "Idéfix a trouvé une carte")


def label_pirates(command: commands.Pirates, names: Names, view: AsterixView, seat: Seat) -> Label:
    freed = (
        f"Pirate ({PIRATES[each.pirate].name_fr}) : "
        + (choice_sequence(each.roman, names) if each.roman else "personne")
        for each in command.sequence
    )
    return Label(" ; ".join(freed) or "Ne libérer personne", FREEING)


def choice_sequence(value: Drawn, names: Names) -> str:
    copy = "" if value in PIRATES else f" n° {value.rpartition('-')[2]}"
    return f"{_drawn(value)}{copy}"


def refusal_rounds_out_of_range(refusal: refusals.RoundsOutOfRange, names: Names) -> str:
    return f"Une partie compte de 1 à {refusal.most} manches."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"Vous n’avez pas {refusal.card} en main."


def refusal_another_looks(refusal: refusals.AnotherLooks, names: Names) -> str:
    return f"C’est au siège {refusal.looker} de décider."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Personne n’a le siège {refusal.seat}."


def refusal_not_each_pirate_once(refusal: refusals.NotEachPirateOnce, names: Names) -> str:
    return f"Nommez chacun de vos Pirates une fois : {', '.join(refusal.pirates)}."


def refusal_roman_missing(refusal: refusals.RomanMissing, names: Names) -> str:
    return f"{refusal.pirate} a un Romain à libérer : nommez-en un."


def refusal_cannot_free(refusal: refusals.CannotFree, names: Names) -> str:
    return f"{refusal.pirate} ne peut pas libérer {refusal.roman}."


def _card(card: Card) -> str:
    face = GAULS.get(card)
    return f"{CHARACTERS[face.character]} {face.value}" if face else "Idéfix"


def _drawn(card: Drawn) -> str:
    if card in PIRATES:
        return f"un Pirate ({PIRATES[card].name_fr})"
    rank = RANKS[ROMANS[card].value]
    return f"{rank.the_fr} ({rank.value})"


def _discarded(gauls: Sequence[Card]) -> str:
    return f"{', '.join(map(_card, gauls))} {'vont' if len(gauls) > 1 else 'va'} à la défausse"


def _fate(idefix: Card | None) -> str:
    return "Idéfix revient" if idefix is None else "Idéfix est défaussé"
