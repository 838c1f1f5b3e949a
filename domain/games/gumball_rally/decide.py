"""One small function per command; only this module rejects commands, and `deal` options."""

from typing import TypeAlias

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally import rules
from domain.games.gumball_rally.commands import Play, RallyCommand
from domain.games.gumball_rally.components import CARDS, DANGERS, Card, Danger
from domain.games.gumball_rally.refusals import CardNotInHand, NegativeLimit, NotRacing, NotYourTurn
from domain.games.gumball_rally.state import Racing, RallyState
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder
from domain.kernel.refusals import Rejected

Rally: TypeAlias = Recorder[RallyState, rally.RallyEvent]


def preview(state: RallyState, seat: Seat, command: RallyCommand) -> list[rally.RallyEvent]:
    """Where the card would take the buggy; what comes after is hidden from everybody."""
    return [card_played(on_turn(state, seat), seat, command)]


def decide(state: RallyState, seat: Seat, command: Play, chance: Chance) -> list[rally.RallyEvent]:
    """GB-21, GB-22, and the end of the round after the last play."""
    race = on_turn(state, seat)
    recorded: Rally = Recorder(race)
    played = card_played(race, seat, command)
    if race.pile:
        recorded.add(played, *drawn(race, seat))
    else:
        recorded.add(played, *reshuffled(race, chance))
        recorded.add(*drawn(racing(recorded), seat))
    after = recorded.state
    assert isinstance(after, Racing)
    if None not in after.played:
        end_round(recorded, chance)
    return recorded.events


def racing(recorded: Rally) -> Racing:
    """The race as the events so far leave it."""
    assert isinstance(recorded.state, Racing)
    return recorded.state


def on_turn(state: RallyState, seat: Seat) -> Racing:
    """GB-17"""
    if not isinstance(state, Racing):
        raise Rejected(NotRacing(), rule="GB-33")
    active = rules.active(state)
    if active != seat:
        raise Rejected(NotYourTurn(active), rule="GB-17")
    return state


def card_played(race: Racing, seat: Seat, command: Play) -> rally.CardPlayed:
    if command.colour_passes is not None and command.colour_passes < 0:
        raise Rejected(NegativeLimit(), rule="GB-26", field="colour_passes")
    if command.card not in race.hands[seat]:
        raise Rejected(CardNotInHand(command.card), rule="GB-21", field="card")
    chain = rules.overtaking(race, seat, command.card, command.colour_passes)
    return rally.CardPlayed(seat, command.card, chain.passed, chain.line)


def reshuffled(race: Racing, chance: Chance) -> list[rally.RallyEvent]:
    """GB-28: only when a card must be drawn and the pile is empty; from the cards sorted by id."""
    if race.pile:
        return []
    pile = chance.shuffle(sorted(race.discards), "race_cards")
    return [rally.DiscardsReshuffled(len(pile)), rally.PileShuffled(pile)]


def drawn(race: Racing, seat: Seat) -> list[rally.RallyEvent]:
    """GB-22"""
    return [rally.CardDrawn(seat, race.pile[0]), rally.HandRefilled(seat, len(race.pile) - 1)]


def end_round(recorded: Rally, chance: Chance) -> None:
    """GB-29 … GB-34"""
    race = racing(recorded)
    danger = DANGERS[race.stack[0]]
    recorded.add(rally.DangerRevealed(danger.id, race.round))
    match danger.kind:
        case "colour":
            recorded.add(*slow_down(race, danger.id))
        case "checkpoint":
            given = rules.awards(race.line, race.prizes.checkpoint)
            recorded.add(rally.CheckpointScored(given, rules.totals(race.points, given)))
        case "winner":
            finish(recorded, chance)
            return
    recorded.add(rally.RoundEnded(race.round + 1))


def slow_down(race: Racing, danger: Danger) -> list[rally.RallyEvent]:
    """GB-30 … GB-32: a danger that changes nothing is recorded too, with whom it hits."""
    seats = rules.slowed(race, danger)
    line = rules.sent_back(race.line, seats)
    if line == race.line and len(seats) < 2:
        return [rally.NobodySlowed(seats[0] if seats else None)]
    if DANGERS[danger].major:
        return [rally.BuggiesSlowed(seats, line)]
    return [rally.BuggySlowed(seats[0], line)]


def finish(recorded: Rally, chance: Chance) -> None:
    """GB-37 … GB-40"""
    race = racing(recorded)
    given = rules.awards(race.line, race.prizes.winner)
    points = rules.totals(race.points, given)
    recorded.add(rally.FinishScored(given, points))
    tied = rules.leaders(points, race.line)
    photo: tuple[Seat, ...] = ()
    if race.photo_finish and len(tied) > 1:
        recorded.add(rally.RoundEnded(None))
        photo = photo_finish(recorded, tied, chance)
    recorded.add(rally.RallyFinished(rules.places(points, race.line, photo), points))


def photo_finish(recorded: Rally, tied: tuple[Seat, ...], chance: Chance) -> tuple[Seat, ...]:
    """GB-39: the tied seats, best first; equal highest numbers draw again."""
    if len(tied) < 2:
        return tied
    drawn_by: dict[Seat, Card] = {}
    for seat in tied:
        recorded.add(*reshuffled(racing(recorded), chance))
        drawn_by[seat] = racing(recorded).pile[0]
        recorded.add(rally.PhotoTaken(seat, drawn_by[seat]))
    numbers = {seat: CARDS[card].number for seat, card in drawn_by.items()}
    best = tuple(seat for seat in tied if numbers[seat] == max(numbers.values()))
    beaten = sorted((seat for seat in tied if seat not in best), key=lambda seat: -numbers[seat])
    return (*photo_finish(recorded, best, chance), *beaten)
