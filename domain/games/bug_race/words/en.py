"""A race of bugs in English."""

from collections.abc import Iterable, Sequence

from domain.games.bug_race import commands, refusals
from domain.games.bug_race import draft_events as draft
from domain.games.bug_race import events as race
from domain.games.bug_race.components import BOX, CARDS, Card
from domain.games.bug_race.view import BugRaceView
from domain.kernel.ids import Seat
from domain.kernel.words.en import Names, counted
from domain.kernel.words.texts import Label, Option, Parameter

BUGS = {bug.id: bug.en for bug in BOX.bugs}
STEPS = {leg.id: leg.en for leg in BOX.legs} | {"B": "body"}
SIDES = {"L": "left", "R": "right"}
KEEP = "Keep a card"
PLAY = "Play a card"
BODY = "Move the body"
PARAMETERS = {
    "steps": Parameter(
        "Steps, one by one",
        PLAY,
        "BR-35: steps = [item, …], item = LF | LM | LR | RF | RM | RR | B. Carried out from left"
        " to right, each item one forward: a leg shown on the card (each at most once) or B, the"
        " body. Absent = maximal play; [] = no move. A dry run shows where a list leads, or the"
        " index at which it fails.",
    )
}
OPTIONS = {
    "expert": Option(
        "Expert game", "Draw four cards, pass them on three times, and play one per turn."
    ),
    "finish_check": Option(
        "Finish in the expert game",
        "When it is tested whether a bug has passed the line.",
        {"turn": "after every turn of one card each", "hand": "after the whole hand"},
    ),
    "must_move": Option(
        "Legs that must step",
        "How many of the legs shown must step if they can.",
        {"one": "at least one", "all": "all that can", "none": "none"},
    ),
    "auto_body_end": Option(
        "Body steps by itself",
        "After your last card of a turn the body takes all the steps it can.",
    ),
    "play_for_places": Option(
        "Play for places", "Finished bugs leave and the others race on for second and third place."
    ),
    "deck": Option(
        "Cards",
        "How many legs the 70 cards show.",
        {"standard": "two, three or four legs", "two_three": "two or three legs, slower"},
    ),
}
refusal_not_one_step = "The body steps once or more."
refusal_not_drafting = "Cards are kept in the draft."
refusal_already_chosen = "You have chosen; others have not yet."
refusal_bug_has_left = "Your bug has left the race."
refusal_still_drafting = "Bugs move when the draft is over."
refusal_no_card_left = "You have no card left to play."
refusal_already_played = "Others have not played in this turn yet."
refusal_race_over = "The race is over."


def race_set_up(event: race.RaceSetUp, names: Names) -> str:
    return f"The bugs line up: {', '.join(BUGS[bug] for bug in event.bugs)}."


def pile_shuffled(event: draft.PileShuffled, names: Names) -> str:
    return f"{len(event.pile)} cards are shuffled."


def cards_dealt(event: draft.CardsDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} draws {_cards(*event.cards)}."


def discards_reshuffled(event: draft.DiscardsReshuffled, names: Names) -> str:
    return f"The pile was empty: {event.cards} discards are shuffled."


def round_dealt(event: draft.RoundDealt, names: Names) -> str:
    left = f"{counted(event.pile, 'card')} {'is' if event.pile == 1 else 'are'} left"
    drawn = f"everybody draws {event.each} cards, passes to the {event.direction}"
    return f"Round {event.round}: {drawn}; {left}."


def card_kept(event: draft.CardKept, names: Names) -> str:
    return f"{names.begin(event.seat)} keeps {_cards(event.card)}."


def choice_made(event: draft.ChoiceMade, names: Names) -> str:
    return f"{names.begin(event.seat)} has chosen."


def cards_passed(event: draft.CardsPassed, names: Names) -> str:
    to = names.seat(event.receiver)
    return f"{names.begin(event.giver)} passes {_cards(*event.cards)} to {to}."


def hands_passed(event: draft.HandsPassed, names: Names) -> str:
    passed = f"{event.each} cards to the {event.direction}"
    return f"Everybody has passed {passed} and chooses again."


def draft_ended(event: draft.DraftEnded, names: Names) -> str:
    hand = f"everybody has {event.hand} cards to play"
    return f"The last cards go to the {event.direction}: {hand}."


def body_advanced(event: race.BodyAdvanced, names: Names) -> str:
    far = f"{counted(event.count, 'segment')} forward, to segment {event.stance.body}"
    return f"{names.begin(event.seat)} steps the body {far}."


def card_played(event: race.CardPlayed, names: Names) -> str:
    played = f"{names.begin(event.seat)} plays {_cards(event.card)}"
    if not event.steps:
        return f"{played} and stays."
    return f"{played}: {_steps(event.steps)}; the tail is on segment {event.stance.body}."


def body_followed(event: race.BodyFollowed, names: Names) -> str:
    far = f"{counted(event.count, 'segment')}, to segment {event.stance.body}"
    return f"The body of {names.seat(event.seat)} follows {far}."


def turn_ended(event: race.TurnEnded, names: Names) -> str:
    return f"Turn {event.turn} is over{_past(event.past_the_line, names)}."


def round_ended(event: race.RoundEnded, names: Names) -> str:
    return f"Round {event.round} is over{_past(event.past_the_line, names)}."


def hand_discarded(event: race.HandDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} discards {_cards(*event.cards)}."


def bug_placed(event: race.BugPlaced, names: Names) -> str:
    return f"{names.begin(event.seat)} leaves the race in place {event.place}."


def race_finished(event: race.RaceFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    won = "wins the race" if len(winners) == 1 else "share the victory"
    return f"{names.begin_seats(winners)} {won}."


def label_keep(command: commands.Keep, names: Names, view: BugRaceView, seat: Seat) -> Label:
    return Label(f"Keep {command.card}: {_steps(CARDS[command.card].legs)}", KEEP)


def label_play(command: commands.Play, names: Names, view: BugRaceView, seat: Seat) -> Label:
    card, steps = command.card, command.steps
    if steps is None:
        return Label(f"Play {card}: {_steps(CARDS[card].legs)}", PLAY)
    how = f" step by step: {_steps(steps)}" if steps else " without moving"
    return Label(f"Play {card}{how}", PLAY)


def label_advance(command: commands.Advance, names: Names, view: BugRaceView, seat: Seat) -> Label:
    return Label(f"Move the body {counted(command.count, 'segment')}", BODY)


def choice_steps(value: str, names: Names) -> str:
    return STEPS[value]


def refusal_card_not_offered(refusal: refusals.CardNotOffered, names: Names) -> str:
    return f"{refusal.card} is not on offer."


def refusal_card_not_in_hand(refusal: refusals.CardNotInHand, names: Names) -> str:
    return f"You do not hold {refusal.card}."


def refusal_no_such_card(refusal: refusals.NoSuchCard, names: Names) -> str:
    return f"There is no card {refusal.card} in this deck."


def refusal_no_such_leg(refusal: refusals.NoSuchLeg, names: Names) -> str:
    return f"At index {refusal.index}: there is no leg {refusal.leg!r}."


def refusal_legs_can_step(refusal: refusals.LegsCanStep, names: Names) -> str:
    return f"{', '.join(refusal.legs)} could still step."


def refusal_leg_not_on_card(refusal: refusals.LegNotOnCard, names: Names) -> str:
    return f"At index {refusal.index}: {refusal.card} does not show {refusal.leg}."


def refusal_leg_already_moved(refusal: refusals.LegAlreadyMoved, names: Names) -> str:
    return f"At index {refusal.index}: {refusal.leg} has already stepped with this card."


def refusal_leg_at_track_end(refusal: refusals.LegAtTrackEnd, names: Names) -> str:
    return f"At index {refusal.index}: {refusal.leg} is at the end of the track."


def refusal_slot_occupied(refusal: refusals.SlotOccupied, names: Names) -> str:
    why = f"another leg stands on slot {refusal.slot} on the {SIDES[refusal.leg[0]]}"
    return f"At index {refusal.index}: {refusal.leg} cannot step, {why}."


def refusal_leg_out_of_reach(refusal: refusals.LegOutOfReach, names: Names) -> str:
    why = f"slot {refusal.slot} on the {SIDES[refusal.leg[0]]} is out of reach of the body"
    return f"At index {refusal.index}: {refusal.leg} cannot step, {why}."


def refusal_body_at_track_end(refusal: refusals.BodyAtTrackEnd, names: Names) -> str:
    return f"At index {refusal.index}: the body is at the end of the track."


def refusal_legs_left_behind(refusal: refusals.LegsLeftBehind, names: Names) -> str:
    return f"At index {refusal.index}: the body would leave {', '.join(refusal.legs)} behind."


def _past(seats: Sequence[Seat], names: Names) -> str:
    are = "is" if len(seats) == 1 else "are"
    return f": {names.seats(seats)} {are} past the line" if seats else ""


def _cards(*cards: Card) -> str:
    """Cards are named by the legs they show."""
    return ", ".join(f"“{' + '.join(STEPS[leg] for leg in CARDS[card].legs)}”" for card in cards)


def _steps(steps: Iterable[str]) -> str:
    return ", ".join(STEPS[step] for step in steps)
