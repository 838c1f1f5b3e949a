"""Lining up, and dealing a round (BR-10 … BR-13, BR-22)."""

from collections.abc import Sequence
from typing import TypeAlias

from domain.games.bug_race import draft_events as draft
from domain.games.bug_race.commands import BugRaceOptions
from domain.games.bug_race.components import BOX, BUGS, DECKS, start, track
from domain.games.bug_race.events import BugRaceEvent, RaceSetUp
from domain.games.bug_race.rules import direction
from domain.games.bug_race.state import BugRaceState, NotLinedUp, Race, Settings
from domain.kernel.game import Chance, Seated, pieces_of
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder

Racing: TypeAlias = Recorder[BugRaceState, BugRaceEvent]


def deal(seated: Sequence[Seated], options: BugRaceOptions, chance: Chance) -> list[BugRaceEvent]:
    """BR-10 … BR-13, and the first round."""
    recorded: Racing = Recorder(NotLinedUp())
    recorded.add(RaceSetUp(pieces_of(seated, BUGS), start(), settings(options)))
    recorded.add(draft.PileShuffled(chance.shuffle(DECKS[options.deck], "cards")))
    deal_round(recorded, 1, chance)
    return recorded.events


def settings(options: BugRaceOptions) -> Settings:
    """BR-25, BR-29: only the expert game has more than one turn in a round."""
    mode = BOX.modes.expert if options.expert else BOX.modes.base
    by_turns = options.expert and options.finish_check == "turn"
    return Settings(
        track=track(),
        draw=mode.draw,
        first_round_pass=mode.first_round_pass,
        cards_per_turn=1 if by_turns else mode.draw,
        must_move=options.must_move,
        auto_body_end=options.auto_body_end,
        play_for_places=options.play_for_places,
        deck=options.deck,
    )


def deal_round(recorded: Racing, round_: int, chance: Chance) -> None:
    """BR-22: in seat order, to everybody who still races."""
    race = race_of(recorded)
    rules = race.settings
    for seat in race.racing:
        draw(recorded, seat, rules.draw, chance)
    pile = len(race_of(recorded).pile)
    to = direction(rules.first_round_pass, round_)
    recorded.add(draft.RoundDealt(round_, rules.draw, pile, to))


def draw(recorded: Racing, seat: Seat, wanted: int, chance: Chance) -> None:
    """BR-22: what is left of the pile first, then the discards, shuffled from sorted."""
    while wanted:
        race = race_of(recorded)
        if not race.pile:
            discards = sorted(race.discards)
            recorded.add(draft.DiscardsReshuffled(len(discards)))
            recorded.add(draft.PileShuffled(chance.shuffle(discards, "cards")))
            race = race_of(recorded)
        cards = race.pile[:wanted]
        recorded.add(draft.CardsDealt(seat, cards))
        wanted -= len(cards)


def race_of(recorded: Racing) -> Race:
    """The race as the events so far leave it."""
    state = recorded.state
    assert not isinstance(state, NotLinedUp)
    return state.race
