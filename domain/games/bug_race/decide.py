"""One small function per command; only this module and `walking` reject commands."""

from typing import assert_never

from domain.games.bug_race import draft_events, events, refusals, rules, walking
from domain.games.bug_race.commands import Advance, BugRaceCommand, Keep, Play
from domain.games.bug_race.components import IN_DECK, LEGS, Card
from domain.games.bug_race.deal import Racing, deal_round, race_of
from domain.games.bug_race.state import BugRaceState, Drafting, Finished, Playing, Race
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder
from domain.kernel.refusals import Rejected


def decide(
    state: BugRaceState, seat: Seat, command: BugRaceCommand, chance: Chance
) -> list[events.BugRaceEvent]:
    recorded: Racing = Recorder(state)
    recorded.add(*preview(state, seat, command))
    after = recorded.state
    if isinstance(after, Playing):
        if after.is_over:
            end_turn(recorded, after, chance)
    elif isinstance(after, Drafting) and not rules.undecided(after):
        pass_on(recorded, after)
    return recorded.events


def preview(state: BugRaceState, seat: Seat, command: BugRaceCommand) -> list[events.BugRaceEvent]:
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


def keep(state: BugRaceState, seat: Seat, command: Keep) -> list[events.BugRaceEvent]:
    """BR-23, BR-25"""
    draft = choosing(state, seat)
    known(command.card, draft.race)
    if command.card not in draft.offered[seat]:
        raise Rejected(refusals.CardNotOffered(command.card), rule="BR-23", field="card")
    return [draft_events.CardKept(seat, command.card), draft_events.ChoiceMade(seat)]


def play(state: BugRaceState, seat: Seat, command: Play) -> list[events.BugRaceEvent]:
    """BR-26, BR-35, and BR-36 after the last card of the turn."""
    round_ = playing(state, seat)
    race = round_.race
    known(command.card, race)
    if command.steps:
        known_steps(command.steps)
    hand = race.hands[seat]
    if command.card not in hand:
        raise Rejected(refusals.CardNotInHand(command.card), rule="BR-26", field="card")
    moved = walking.played(race.stances[seat], command.card, command.steps, race.settings)
    laid = events.CardPlayed(seat, command.card, moved.steps, moved.stance)
    if round_.due(seat) > 1 or not race.settings.auto_body_end:
        return [laid]
    followed = rules.body_forward(moved.stance, race.settings.track)
    if not followed.steps:
        return [laid]
    return [laid, events.BodyFollowed(seat, len(followed.steps), followed.stance)]


def advance(state: BugRaceState, seat: Seat, command: Advance) -> list[events.BugRaceEvent]:
    """BR-20"""
    race = playing(state, seat).race
    if command.count < 1:
        raise Rejected(refusals.NotOneStep(), rule="BR-20", field="count")
    stance = walking.advanced(race.stances[seat], command.count, race.settings.track)
    return [events.BodyAdvanced(seat, command.count, stance)]


def choosing(state: BugRaceState, seat: Seat) -> Drafting:
    """BR-23: in the draft, with cards on offer, once."""
    not_over(state)
    if not isinstance(state, Drafting):
        raise Rejected(refusals.NotDrafting(), rule="BR-23", field="type")
    if seat in state.chosen:
        raise Rejected(refusals.AlreadyChosen(), rule="BR-23")
    if not state.offered[seat]:
        raise Rejected(refusals.BugHasLeft(), rule="BR-33")
    return state


def playing(state: BugRaceState, seat: Seat) -> Playing:
    """BR-26: after the draft, as long as a card is left to play."""
    not_over(state)
    if not isinstance(state, Playing):
        raise Rejected(refusals.StillDrafting(), rule="BR-26", field="type")
    if not state.race.hands[seat]:
        raise Rejected(refusals.NoCardLeft(), rule="BR-26")
    if not state.due(seat):
        raise Rejected(refusals.AlreadyPlayed(), rule="BR-29")
    return state


def not_over(state: BugRaceState) -> None:
    if isinstance(state, Finished):
        raise Rejected(refusals.RaceOver(), rule="BR-29")


def known(card: Card, race: Race) -> None:
    if card not in IN_DECK[race.settings.deck]:
        raise Rejected(refusals.NoSuchCard(card), rule="BR-4", field="card")


def known_steps(steps: tuple[str, ...]) -> None:
    for index, step in enumerate(steps):
        if step != rules.BODY and step not in LEGS:
            raise Rejected(refusals.NoSuchLeg(index, step), rule="BR-35", field=f"steps[{index}]")


def pass_on(recorded: Racing, draft: Drafting) -> None:
    """BR-24, BR-25: everybody has chosen, what is left goes to the neighbour."""
    to = rules.direction_of(draft.race)
    racing = draft.race.racing
    receivers = [(giver, rules.receiver(racing, giver, to)) for giver in racing]
    recorded.add(
        *[draft_events.CardsPassed(one, other, draft.offered[one]) for one, other in receivers]
    )
    each = len(draft.offered[racing[0]])
    if each > 1:
        recorded.add(draft_events.HandsPassed(to, each))
    else:
        recorded.add(draft_events.DraftEnded(to, draft.race.settings.draw))


def end_turn(recorded: Racing, round_: Playing, chance: Chance) -> None:
    """BR-27, BR-29: discards, the finish, or the next turn or round."""
    race = round_.race
    past = rules.past_the_line(race)
    more = any(race.hands)
    recorded.add(
        events.TurnEnded(race.round, round_.turn, past)
        if more
        else events.RoundEnded(race.round, past)
    )
    if past and race.settings.play_for_places:
        leave(recorded, past)
    if past and (not race.settings.play_for_places or len(race_of(recorded).racing) < 2):
        recorded.add(events.RaceFinished(rules.standing(race_of(recorded))))
    elif not more:
        deal_round(recorded, race.round + 1, chance)


def leave(recorded: Racing, past: tuple[Seat, ...]) -> None:
    """BR-33: in the order of their places."""
    race = race_of(recorded)
    places = rules.ranked({seat: race.stances[seat] for seat in past}, rules.next_place(race))
    for seat in sorted(past, key=places.__getitem__):
        if race.hands[seat]:
            recorded.add(events.HandDiscarded(seat, race.hands[seat]))
        recorded.add(events.BugPlaced(seat, places[seat]))
