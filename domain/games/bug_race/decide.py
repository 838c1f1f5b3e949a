"""One small function per command; only this module and `walking` reject commands."""

from typing import assert_never

from domain.games.bug_race import walking
from domain.games.bug_race.commands import Advance, BugRaceCommand, Keep, Play
from domain.games.bug_race.components import IN_DECK, LEGS, Card
from domain.games.bug_race.deal import Racing, deal_round, race_of
from domain.games.bug_race.draft_events import (
    CardKept,
    CardsPassed,
    ChoiceMade,
    DraftEnded,
    HandsPassed,
)
from domain.games.bug_race.events import (
    BodyAdvanced,
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    CardPlayed,
    HandDiscarded,
    RaceFinished,
    RoundEnded,
    TurnEnded,
)
from domain.games.bug_race.rules import drafting, movement, ranking
from domain.games.bug_race.state import BugRaceState, Drafting, Finished, Playing, Race
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.recorder import Recorder
from domain.kernel.refusals import common
from domain.kernel.rejection import Rejected

REFUSALS = {
    **common("already_chosen", "bad_argument", "card_not_in_hand", "game_over", "wrong_phase"),
    "no_cards_left": "You have no card left in this round, or your bug has left the race.",
    "already_played": "You have played your card of this turn; the next turn begins when everybody"
    " has.",
    "leg_not_on_card": "A card moves only the legs it shows. `GET …/components` lists them.",
    "leg_already_moved": "A card moves each of its legs at most once.",
    "track_end": "The track ends here, for legs and for the body.",
    "slot_occupied": "A slot holds one leg, and legs do not jump.",
    "leg_out_of_reach": "A leg goes no further than diagonally in front of the body.",
    "leg_left_behind": "The body cannot step while a leg is diagonally behind it.",
    "must_move": "At least one shown leg has to step if one can; with `must_move` = `all`, each of"
    " them that can.",
}


def decide(
    state: BugRaceState, seat: Seat, command: BugRaceCommand, chance: Chance
) -> list[BugRaceEvent]:
    recorded: Racing = Recorder(state)
    recorded.add(*preview(state, seat, command))
    after = recorded.state
    if isinstance(after, Playing):
        if after.is_over:
            end_turn(recorded, after, chance)
    elif isinstance(after, Drafting) and not drafting.undecided(after):
        pass_on(recorded, after)
    return recorded.events


def preview(state: BugRaceState, seat: Seat, command: BugRaceCommand) -> list[BugRaceEvent]:
    """What a seat does itself; what it receives or draws afterwards is not its to know."""
    match command:
        case Keep():
            return keep(state, seat, command)
        case Play():
            return play(state, seat, command)
        case Advance():
            return advance(state, seat, command)
        case _:
            assert_never(command)


def keep(state: BugRaceState, seat: Seat, command: Keep) -> list[BugRaceEvent]:
    """BR-23, BR-25"""
    draft = choosing(state, seat)
    known(command.card, draft.race)
    if command.card not in draft.offered[seat]:
        raise Rejected(
            "card_not_in_hand",
            (f"{command.card} is not on offer.", f"{command.card} n'est pas proposée."),
            "BR-23",
            "card",
        )
    return [CardKept(seat, command.card), ChoiceMade(seat)]


def play(state: BugRaceState, seat: Seat, command: Play) -> list[BugRaceEvent]:
    """BR-26, BR-35, and BR-36 after the last card of the turn."""
    round_ = playing(state, seat)
    race = round_.race
    known(command.card, race)
    if command.steps:
        known_steps(command.steps)
    hand = race.hands[seat]
    if command.card not in hand:
        raise Rejected(
            "card_not_in_hand",
            (f"You do not hold {command.card}.", f"Vous n'avez pas {command.card} en main."),
            "BR-26",
            "card",
        )
    moved = walking.played(race.stances[seat], command.card, command.steps, race.settings)
    laid = CardPlayed(seat, command.card, moved.steps, moved.stance)
    if round_.due(seat) > 1 or not race.settings.auto_body_end:
        return [laid]
    followed = movement.body_forward(moved.stance, race.settings.track)
    if not followed.steps:
        return [laid]
    return [laid, BodyFollowed(seat, len(followed.steps), followed.stance)]


def advance(state: BugRaceState, seat: Seat, command: Advance) -> list[BugRaceEvent]:
    """BR-20"""
    race = playing(state, seat).race
    if command.count < 1:
        raise Rejected(
            "bad_argument",
            ("The body steps once or more.", "Le corps avance d'au moins un pas."),
            "BR-20",
            "count",
        )
    stance = walking.advanced(race.stances[seat], command.count, race.settings.track)
    return [BodyAdvanced(seat, command.count, stance)]


def choosing(state: BugRaceState, seat: Seat) -> Drafting:
    """BR-23: in the draft, with cards on offer, once."""
    not_over(state)
    if not isinstance(state, Drafting):
        raise Rejected(
            "wrong_phase",
            ("Cards are kept in the draft.", "On garde une carte pendant la sélection."),
            "BR-23",
            "type",
        )
    if seat in state.chosen:
        raise Rejected(
            "already_chosen",
            ("You have chosen; others have not yet.", "Vous avez choisi ; d'autres pas encore."),
            "BR-23",
        )
    if not state.offered[seat]:
        raise Rejected(
            "no_cards_left",
            ("Your bug has left the race.", "Votre insecte a quitté la course."),
            "BR-33",
        )
    return state


def playing(state: BugRaceState, seat: Seat) -> Playing:
    """BR-26: after the draft, as long as a card is left to play."""
    not_over(state)
    if not isinstance(state, Playing):
        raise Rejected(
            "wrong_phase",
            ("Bugs move when the draft is over.", "Les insectes bougent après la sélection."),
            "BR-26",
            "type",
        )
    if not state.race.hands[seat]:
        raise Rejected(
            "no_cards_left",
            ("You have no card left to play.", "Vous n'avez plus de carte à jouer."),
            "BR-26",
        )
    if not state.due(seat):
        raise Rejected(
            "already_played",
            (
                "Others have not played in this turn yet.",
                "D'autres n'ont pas encore joué dans ce tour.",
            ),
            "BR-29",
        )
    return state


def not_over(state: BugRaceState) -> None:
    if isinstance(state, Finished):
        raise Rejected("game_over", ("The race is over.", "La course est finie."), "BR-29")


def known(card: Card, race: Race) -> None:
    if card not in IN_DECK[race.settings.deck]:
        raise Rejected(
            "bad_argument",
            (
                f"There is no card {card} in this deck.",
                f"Il n'y a pas de carte {card} dans ce paquet.",
            ),
            "BR-4",
            "card",
        )


def known_steps(steps: tuple[str, ...]) -> None:
    for index, step in enumerate(steps):
        if step != movement.BODY and step not in LEGS:
            detail = (
                f"At index {index}: there is no leg {step!r}.",
                f"À l'indice {index} : il n'y a pas de patte {step!r}.",
            )
            raise Rejected("bad_argument", detail, "BR-35", f"steps[{index}]")


def pass_on(recorded: Racing, draft: Drafting) -> None:
    """BR-24, BR-25: everybody has chosen, what is left goes to the neighbour."""
    to = drafting.direction_of(draft.race)
    racing = draft.race.racing
    receivers = [(giver, drafting.receiver(racing, giver, to)) for giver in racing]
    recorded.add(*[CardsPassed(one, other, draft.offered[one]) for one, other in receivers])
    each = len(draft.offered[racing[0]])
    if each > 1:
        recorded.add(HandsPassed(to, each))
    else:
        recorded.add(DraftEnded(to, draft.race.settings.draw))


def end_turn(recorded: Racing, round_: Playing, chance: Chance) -> None:
    """BR-27, BR-29: discards, the finish, or the next turn or round."""
    race = round_.race
    past = ranking.past_the_line(race)
    more = any(race.hands)
    recorded.add(TurnEnded(race.round, round_.turn, past) if more else RoundEnded(race.round, past))
    if past and race.settings.play_for_places:
        leave(recorded, past)
    if past and (not race.settings.play_for_places or len(race_of(recorded).racing) < 2):
        recorded.add(RaceFinished(ranking.standing(race_of(recorded))))
    elif not more:
        deal_round(recorded, race.round + 1, chance)


def leave(recorded: Racing, past: tuple[Seat, ...]) -> None:
    """BR-33: in the order of their places."""
    race = race_of(recorded)
    places = ranking.ranked({seat: race.stances[seat] for seat in past}, ranking.next_place(race))
    for seat in sorted(past, key=places.__getitem__):
        if race.hands[seat]:
            recorded.add(HandDiscarded(seat, race.hands[seat]))
        recorded.add(BugPlaced(seat, places[seat]))
