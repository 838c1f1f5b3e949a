"""The open question and its answers: who is asked, what is legal, what a time-out plays."""

from domain.games.bug_race import rules
from domain.games.bug_race.commands import Advance, BugRaceCommand, Keep, Play
from domain.games.bug_race.components import CARDS, LEGS
from domain.games.bug_race.rules import undecided
from domain.games.bug_race.state import BugRaceState, Drafting, Finished, Playing
from domain.kernel.game import Decision, OpenParameter, Outcome
from domain.kernel.ids import Seat

KEEPS = {card: Keep(card) for card in CARDS}
PLAYS = {card: (Play(card), Play(card, ())) for card in CARDS}  # at most, and not at all


def decision(state: BugRaceState) -> Decision | None:
    """BR-23, BR-26, BR-29: everybody at the same time; the cards of a turn are one decision."""
    if isinstance(state, Playing):
        return Decision(_play_key(state), "play", frozenset(state.awaited))
    if isinstance(state, Drafting):
        return Decision(f"draft:{state.race.round}:{state.step}", "draft", undecided(state))
    return None


def _play_key(playing: Playing) -> str:
    """One decision for all cards of a round, or one for every turn of it."""
    race = playing.race
    whole = race.settings.cards_per_turn == race.settings.draw
    return f"play:{race.round}" if whole else f"play:{race.round}:{playing.turn}"


def legal(state: BugRaceState, seat: Seat) -> tuple[BugRaceCommand, ...]:
    """Every card to keep; every card to play at most and not at all, and all body steps."""
    if isinstance(state, Playing) and state.due(seat):
        return (*plays(state, seat), *advances(state, seat))
    if isinstance(state, Drafting) and seat not in state.chosen:
        return tuple([KEEPS[card] for card in state.offered[seat]])
    return ()


def plays(round_: Playing, seat: Seat) -> list[Play]:
    """BR-35, BR-37: without a move only where no shown leg has to step."""
    race = round_.race
    stance, track = race.stances[seat], race.settings.track
    must = race.settings.must_move != "none"  # BR-37: after no step at all
    ways: list[Play] = []
    for card in race.hands[seat]:
        at_most, not_at_all = PLAYS[card]
        ways.append(at_most)
        if not (must and rules.is_able(stance, CARDS[card].legs, track)):
            ways.append(not_at_all)
    return ways


def advances(round_: Playing, seat: Seat) -> list[Advance]:
    """BR-20"""
    race = round_.race
    possible = rules.body_steps(race.stances[seat], race.settings.track)
    return [Advance(count) for count in range(1, possible + 1)]


def open_parameters(state: BugRaceState, seat: Seat) -> tuple[OpenParameter, ...]:
    if not isinstance(state, Playing) or not state.due(seat):
        return ()
    race = state.race
    legs = max(len(CARDS[card].legs) for card in race.hands[seat])
    bodies = rules.last_tail(race.settings.track) - race.stances[seat].body
    items = {"type": "string", "enum": [*LEGS, rules.BODY]}
    schema = {"type": "array", "items": items, "maxItems": legs + bodies}
    return (OpenParameter("bug_race.play", "steps", schema),)


def default(state: BugRaceState, seat: Seat) -> BugRaceCommand:
    """BR-38, BR-39: keep the first card offered, play the first card of the hand."""
    if isinstance(state, Drafting):
        return Keep(state.offered[seat][0])
    assert isinstance(state, Playing)
    return Play(state.race.hands[seat][0])


def outcome(state: BugRaceState) -> Outcome | None:
    """BR-30 … BR-34; the score is how far the body has come."""
    if not isinstance(state, Finished):
        return None
    return Outcome(state.places, tuple(stance.body for stance in state.race.stances))
