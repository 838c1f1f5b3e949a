"""A race: begun, rolled through, paid."""

from domain.games.galopp_royal import race_events, refusals
from domain.games.galopp_royal.answers.piles import Play, court_of
from domain.games.galopp_royal.commands import Crafty
from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.rules import crafty, race, seating
from domain.games.galopp_royal.state import GaloppState, Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def on_turn(state: GaloppState, seat: Seat) -> Racing:
    """GR-10.3, GR-10.4"""
    if not isinstance(state, Racing):
        raise Rejected(refusals.NoRace(), rule="GR-10.3")
    asked = race.active(state.court, state.track)
    if asked != seat:
        raise Rejected(refusals.NotYourTurn(asked), rule="GR-4.3")
    return state


def about_to_roll(state: GaloppState, seat: Seat) -> Racing:
    """GR-11.4"""
    racing = on_turn(state, seat)
    if racing.track.crafty:
        raise Rejected(refusals.CraftyRolled(), rule="GR-10.4")
    return racing


def crafty_used(state: GaloppState, seat: Seat, command: Crafty) -> race_events.CraftyDevilUsed:
    """GR-11.5 … GR-11.7"""
    racing = on_turn(state, seat)
    if not racing.track.crafty:
        raise Rejected(refusals.NoCraftyRolled(), rule="GR-10.4")
    proper_split(racing, command)
    proper_targets(racing, seat, command)
    return race_events.CraftyDevilUsed(seat, command.own, command.others)


def proper_split(racing: Racing, command: Crafty) -> None:
    """GR-5.1, GR-5.3, GR-5.7"""
    mode = racing.court.terms.crafty_mode
    if command.own < 0 and not any(push.by > 0 for push in command.others):
        raise Rejected(refusals.NobodyAdvances(), rule="GR-5.3", field="others")
    allowed = crafty.SPLITS[mode].get(command.own, ())
    if tuple(sorted(push.by for push in command.others)) in allowed:
        return
    if mode != "both":
        raise Rejected(refusals.NeitherOneNorTwoChairs(), rule="GR-5.7", field="others")
    if not allowed:
        raise Rejected(refusals.OwnMoveNotByTwo(), rule="GR-5.1", field="own")
    raise Rejected(refusals.OthersNotOpposite(), rule="GR-5.1", field="others")


def proper_targets(racing: Racing, seat: Seat, command: Crafty) -> None:
    """GR-5.4, GR-5.5"""
    targets = [push.seat for push in command.others]
    rivals = crafty.rivals(racing.track, seat)
    for target in targets:
        if target not in rivals:
            raise Rejected(refusals.NoRivalRacing(target), rule="GR-5.5", field="others")
    if len({*targets}) < len(targets):
        raise Rejected(refusals.SameChairTwice(), rule="GR-5.1", field="others")
    for push in command.others:
        if crafty.would_drown(racing.court, racing.track, push):
            raise Rejected(refusals.WouldDrown(push.seat), rule="GR-5.4", field="others")


def begin_race(play: Play) -> None:
    """GR-4.1, GR-9.1"""
    court = court_of(play)
    terms, done = court.terms, court.race
    goal, prizes = terms.goals[done], terms.prizes[done]
    play.add(race_events.RaceBegun(done + 1, terms.start, goal, prizes, court.starter))


def roll(play: Play, seat: Seat, chance: Chance) -> None:
    """GR-4.2"""
    racing = racing_of(play)
    rolled = chance.roll(racing.court.terms.slots, "die", seat)
    bearer = racing.court.displays[seat][rolled - 1]
    assert bearer is not None  # everybody who races has a team
    by = BEARERS[bearer].moves
    play.add(race_events.DieRolled(seat, rolled, bearer, by is None))
    if by is not None:
        move(play, racing, seat, by)
        conclude(play)


def use_crafty(play: Play, seat: Seat, command: Crafty) -> None:
    """GR-5.6: moves left when the race is over lapse (GR-6.3)."""
    for mover, by in crafty.moves(seat, command):
        racing = racing_of(play)
        if race.over(racing.court, racing.track) is None:
            move(play, racing, mover, by)
    conclude(play)


def move(play: Play, racing: Racing, seat: Seat, by: int) -> None:
    """GR-4.5, GR-4.6, GR-6.1, GR-6.2"""
    court, track = racing.court, racing.track
    to = track.positions[seat] + by
    play.add(race_events.ChairMoved(seat, by, to))
    if race.has_finished(track, to):
        play.add(race_events.ChairFinished(seat, race.free_ranks(track)[0]))
    elif race.has_drowned(court, to):
        play.add(race_events.ChairDrowned(seat, race.free_ranks(track)[-1]))


def conclude(play: Play) -> None:
    """GR-6.3 … GR-6.6, GR-4.7: if the race is over, it is ranked and paid."""
    racing = racing_of(play)
    court, track = racing.court, racing.track
    why = race.over(court, track)
    if why is None:
        if not race.takes_too_long(court, track):
            return
        why = "too_long"
    free = race.free_ranks(track)
    for seat, rank in zip(race.stragglers(court, track), free, strict=True):
        play.add(race_events.ChairRanked(seat, rank, why))
    pay(play)


def pay(play: Play) -> None:
    """GR-6.4, GR-9.2"""
    racing = racing_of(play)
    court, track = racing.court, racing.track
    ranks = tuple(rank for rank in track.ranks if rank is not None)
    given = race.awards(ranks, track.prizes)
    gold = race.paid(court.gold, given)
    play.add(race_events.PrizesPaid(court.race, ranks, given, gold, race.last(ranks)))
    if race.is_last_race(court):
        totals = seating.scores(court.terms, gold)
        play.add(race_events.GameEnded(seating.places(totals), totals))


def racing_of(play: Play) -> Racing:
    assert isinstance(play.state, Racing)
    return play.state
