"""A game of the village in English."""

from collections.abc import Sequence

from domain.games.asterix import commands, events, refusals
from domain.games.asterix import trick_events as trick
from domain.games.asterix.components import BOX, GAULS, PIRATES, RANKS, ROMANS, Card, Drawn
from domain.games.asterix.rules import MOST_ONLY_IDEFIX
from domain.games.asterix.view import AsterixView
from domain.kernel.ids import Seat
from domain.kernel.words.en import Names, capital, counted
from domain.kernel.words.texts import Label, Option, Parameter

CHARACTERS = {each.id: each.name_en for each in BOX.characters}
ENDS: dict[events.EndReason, str] = {
    "no_cards": "nobody has cards",
    "no_deck": "the deck is empty",
    "last_player": "the last cards are drawn",
}
FREEING = "Let your Pirates act"
ABOUT_SEQUENCE = (
    "AX-7.2: each of your Pirates once, in the order in which they act; `roman` is a Roman of"
    " yours that this Pirate can free at that moment (highest and lowest: of those then left) and"
    " is absent only if there is none. The list names one sequence for each outcome, the best"
    " first; any other order or copy that keeps to this is accepted too."
)
PARAMETERS = {"sequence": Parameter("Order of the Pirates", FREEING, ABOUT_SEQUENCE)}
OPTIONS = {
    "rounds": Option("Rounds", "How many of the four rounds are played."),
    "full_tie": Option(
        "Full tie",
        "What happens to cards with the same value and as many potions.",
        {
            "cancel": "the tied cards drop out, the next highest wins",
            "escape": "nobody wins, the Roman escapes",
        },
    ),
    "auto_pirates": Option(
        "Pirates by the server", "The server uses your Pirates in the way that costs you least."
    ),
}
refusal_not_choosing = "No card can be chosen now."
refusal_no_cards_left = "You have no cards left in this round."
refusal_too_many_changes = "You have changed your card five times."
refusal_only_idefix_twice = "Everybody has played Idéfix twice on this Roman: choose a Gaul."
refusal_idefix_on_pirate = "Idéfix is not played on a Pirate."
refusal_nobody_looks = "Nobody is looking at a card."
refusal_not_freeing = "No Pirate acts now."
refusal_no_pirates = "You have no Pirates to act."


def village_gathered(event: events.VillageGathered, names: Names) -> str:
    return names.each(enumerate(f"is {CHARACTERS[each]}" for each in event.characters)) + "."


def deck_shuffled(event: events.DeckShuffled, names: Names) -> str:
    return f"{counted(len(event.deck), 'card')}, Romans and Pirates, are shuffled."


def hand_taken(event: events.HandTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} takes {', '.join(map(_card, event.cards))}."


def round_began(event: events.RoundBegan, names: Names) -> str:
    hand, deck = counted(event.each, "card"), counted(event.deck, "card")
    return f"Round {event.round} begins: {hand} in each hand, {deck} in the deck."


def last_cards_drawn(event: events.LastCardsDrawn, names: Names) -> str:
    drawn = ", ".join(map(_drawn, event.cards))
    return f"{names.begin(event.seat)} is the last with cards and draws {drawn}."


def round_ended(event: events.RoundEnded, names: Names) -> str:
    decide = "decides on" if len(event.freeing) == 1 else "decide on"
    asked = f"; {names.seats(event.freeing)} {decide} the Pirates taken" if event.freeing else ""
    return f"Round {event.round} is over: {ENDS[event.reason]}{asked}."


def pirates_acted(event: events.PiratesActed, names: Names) -> str:
    freed = (
        f"{_drawn(each.pirate)} frees {_drawn(each.roman) if each.roman else 'nobody'}"
        for each in event.freed
    )
    pirates = f"The Pirate{'s' * (len(event.freed) > 1)} of {names.seat(event.seat)}"
    return f"{pirates}: {', '.join(freed)}."


def round_scored(event: events.RoundScored, names: Names) -> str:
    scores = (f"{names.seat(seat)} +{each.points}" for seat, each in enumerate(event.scores))
    return f"Round {event.round} is scored: {', '.join(scores)}."


def game_finished(event: events.GameFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    return f"{names.begin_seats(winners)} {won} with {counted(max(event.totals), 'point')}."


def card_turned(event: trick.CardTurned, names: Names) -> str:
    return f"{capital(_drawn(event.card))} is turned up; {_left(event.deck)}."


def card_chosen(event: trick.CardChosen, names: Names) -> str:
    return f"{names.begin(event.seat)} chooses {_card(event.card)}."


def choice_made(event: trick.ChoiceMade, names: Names) -> str:
    return f"{names.begin(event.seat)} has chosen."


def cards_revealed(event: trick.CardsRevealed, names: Names) -> str:
    played = ((seat, f"plays {_card(each)}") for seat, each in enumerate(event.cards) if each)
    return f"{names.each(played)}."


def cards_tied(event: trick.CardsTied, names: Names) -> str:
    return f"{names.begin_seats(event.seats)} are fully tied."


def roman_captured(event: trick.RomanCaptured, names: Names) -> str:
    captured = f"{names.begin(event.seat)} captures {_drawn(event.roman)}"
    return f"{captured} and discards {_card(event.discarded)}."


def roman_escaped(event: trick.RomanEscaped, names: Names) -> str:
    return f"{capital(_drawn(event.roman))} escapes."


def pirate_taken(event: trick.PirateTaken, names: Names) -> str:
    seat, lost = names.begin(event.seat), _discarded(event.discarded)
    return f"{seat} takes {_drawn(event.pirate)}; {lost}."


def pirate_escaped(event: trick.PirateEscaped, names: Names) -> str:
    return f"{capital(_drawn(event.pirate))} sails away; {_discarded(event.discarded)}."


def only_idefix_played(event: trick.OnlyIdefixPlayed, names: Names) -> str:
    if event.times < MOST_ONLY_IDEFIX:
        return "Everybody has played Idéfix: choose again."
    return "Everybody has played Idéfix again: choose again, without him."


def idefix_returned(event: trick.IdefixReturned, names: Names) -> str:
    to, many = names.seats(event.seats), len(event.seats)
    if many == 1:
        return f"The deck is empty: Idéfix returns to {to}."
    return f"{many} Idéfix meet and return to {to}."


def card_looked_at(event: trick.CardLookedAt, names: Names) -> str:
    return f"{names.begin(event.seat)} finds {_drawn(event.card)}."


def idefix_sniffed(event: trick.IdefixSniffed, names: Names) -> str:
    return f"The Idéfix of {names.seat(event.seat)} sniffs at the next card; {_left(event.deck)}."


def card_kept(event: trick.CardKept, names: Names) -> str:
    return f"{names.begin(event.seat)} keeps {_drawn(event.card)}; {_fate(event.discarded)}."


def card_given(event: trick.CardGiven, names: Names) -> str:
    given = f"{names.begin(event.seat)} gives {_drawn(event.card)} to {names.seat(event.to)}"
    return f"{given}; {_fate(event.discarded)}."


def idefix_discarded(event: trick.IdefixDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} has only Idéfix left, discards him and is out of cards."


def label_play(command: commands.Play, names: Names, view: AsterixView, seat: Seat) -> Label:
    return Label(f"Play {_card(command.card)}", "Choose a card")


def label_idefix(command: commands.Idefix, names: Names, view: AsterixView, seat: Seat) -> Label:
    found = _drawn(view.looked_at) if view.looked_at else "the card"
    text = f"Keep {found}" if command.to == seat else f"Give {found} to {names.seat(command.to)}"
    return Label(text, "Idéfix has found a card")


def label_pirates(command: commands.Pirates, names: Names, view: AsterixView, seat: Seat) -> Label:
    freed = (
        f"Pirate ({PIRATES[each.pirate].name_en}): "
        + (choice_sequence(each.roman, names) if each.roman else "nobody")
        for each in command.sequence
    )
    return Label("; ".join(freed) or "Free nobody", FREEING)


def choice_sequence(value: Drawn, names: Names) -> str:
    copy = "" if value in PIRATES else f" no. {value.rpartition('-')[2]}"
    return f"{_drawn(value)}{copy}"


def refusal_rounds_out_of_range(refusal: refusals.RoundsOutOfRange, names: Names) -> str:
    return f"A game has 1 to {refusal.most} rounds."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"You do not hold {refusal.card}."


def refusal_another_looks(refusal: refusals.AnotherLooks, names: Names) -> str:
    return f"Seat {refusal.looker} decides."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Nobody has seat {refusal.seat}."


def refusal_not_each_pirate_once(refusal: refusals.NotEachPirateOnce, names: Names) -> str:
    return f"Name each of your Pirates once: {', '.join(refusal.pirates)}."


def refusal_roman_missing(refusal: refusals.RomanMissing, names: Names) -> str:
    return f"{refusal.pirate} has a Roman to free: name one."


def refusal_cannot_free(refusal: refusals.CannotFree, names: Names) -> str:
    return f"{refusal.pirate} cannot free {refusal.roman}."


def _card(card: Card) -> str:
    face = GAULS.get(card)
    return f"{CHARACTERS[face.character]} {face.value}" if face else "Idéfix"


def _drawn(card: Drawn) -> str:
    if card in PIRATES:
        return f"a Pirate ({PIRATES[card].name_en})"
    rank = RANKS[ROMANS[card].value]
    return f"{rank.the_en} ({rank.value})"


def _discarded(gauls: Sequence[Card]) -> str:
    return f"{', '.join(map(_card, gauls))} {'are' if len(gauls) > 1 else 'is'} discarded"


def _fate(idefix: Card | None) -> str:
    return "Idéfix comes back" if idefix is None else "Idéfix is discarded"


def _left(deck: int) -> str:
    return f"{counted(deck, 'card')} {'is' if deck == 1 else 'are'} left"
