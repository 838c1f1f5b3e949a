"""The last race, shared victories, shorter games, and two users with four seats."""

from typing import Any

import pytest

from domain.games.galopp_royal.commands import GaloppOptions
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.race_events import GameEnded, PrizesPaid, RaceBegun
from domain.kernel.game import Outcome, Seated
from domain.kernel.messages import state_after
from ludotheque.laws.random_play import played
from ludotheque.testing.spec import Seeded
from tests.support.games.galopp_royal.situations import PASS, ROLL, Tale, bid, forth, on_track
from tests.support.seats import A, B, C, D


def last_race(*gold: int, options: GaloppOptions | None = None, race: int = 6) -> Tale:
    """B finishes, C finishes, and A is last."""
    near = 16 + race
    teams = ["1 1 1 1", "1 2 2 2", "1 3 3 3"]
    events = on_track(0, near, near, teams=teams, race=race, gold=gold, starter=B, options=options)
    return Tale(*events).rolls((B, 1))


@pytest.mark.rule("GR-9.2", "GR-10.7", "GR-10.5")
def test_a_tie_is_shared() -> None:
    """GR-E16"""
    tale = last_race(84, 50, 73)
    tale.when(C, ROLL, 1).then_ends_with(GameEnded((1, 1, 1), (95, 95, 95)))
    assert GAME.outcome(tale.state) == Outcome((1, 1, 1), (95, 95, 95))


@pytest.mark.rule("GR-9.2")
def test_most_gold_wins() -> None:
    """GR-E16"""
    tale = last_race(90, 50, 73).rolls((C, 1))
    assert GAME.outcome(tale.state) == Outcome((1, 2, 2), (101, 95, 95))


@pytest.mark.rule("GR-9.2", "GR-10.7")
def test_after_the_last_race_there_is_nothing_to_do() -> None:
    tale = last_race(90, 50, 73).rolls((C, 1))
    assert (tale.seen().phase, tale.asked(), tale.seen().places) == ("finished", None, (1, 2, 2))
    for seat in (A, B, C):
        assert GAME.legal(tale.state, seat) == ()
        for command in (ROLL, PASS, bid(1), forth()):
            with pytest.raises(Exception, match="not_now"):
                GAME.decide(tale.state, seat, command, None)  # type: ignore[arg-type]


@pytest.mark.rule("GR-9.2")
@pytest.mark.parametrize(("races", "phase"), [(1, "finished"), (2, "remove"), (6, "remove")])
def test_a_shorter_game_ends_after_its_last_race(races: int, phase: str) -> None:
    tale = last_race(40, 40, 40, race=1, options=GaloppOptions(races=races)).rolls((C, 1))
    assert tale.seen().phase == phase


@pytest.mark.rule("GR-2.1", "GR-9.2")
def test_for_two_users_the_sum_of_both_purses_decides() -> None:
    options = GaloppOptions(two_users=True, races=1)
    teams = ["1 1 1 1", "1 2 2 2", "1 3 3 3"]
    events = on_track(17, 17, 17, 0, teams=teams, gold=(0, 60, 20, 10), options=options)
    tale = Tale(*events).rolls((A, 1), (B, 1))
    tale.when(C, ROLL, 1).then_ends_with(GameEnded((3, 1, 3, 1), (45, 80, 45, 80)))


@pytest.mark.rule("GR-2.1", "GR-9.2")
def test_two_users_may_share_the_victory() -> None:
    options = GaloppOptions(two_users=True, races=1)
    teams = ["1 1 1 1", "1 2 2 2", "1 3 3 3"]
    events = on_track(17, 17, 17, 0, teams=teams, gold=(0, 20, 10, 5), options=options)
    tale = Tale(*events).rolls((A, 1), (B, 1), (C, 1))
    assert GAME.outcome(tale.state) == Outcome((1, 1, 1, 1), (35, 35, 35, 35))
    assert tale.court.gold[D] == 5


@pytest.mark.rule("GR-11.9", "GR-1.8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_gold_is_never_made_or_lost_but_by_prices_and_prizes(seats: int) -> None:
    for number in range(3):
        state: Any = GAME.initial
        bank = 50 * seats
        for event in played("galopp_royal", seats, number).events:
            if not isinstance(event, GAME.events):
                continue
            state = event.apply(state)
            bank -= getattr(event, "price", 0)
            bank += sum(award.gold for award in getattr(event, "awards", ()))
            gold = state.court.gold
            assert sum(gold) == bank
            assert min(gold) >= 0
            if ranks := getattr(event, "ranks", None):
                assert sorted(ranks) == list(range(1, seats + 1))


@pytest.mark.rule("GR-1.8", "GR-4.1", "GR-9.1", "GR-9.2")
@pytest.mark.parametrize("seats", [3, 6])
def test_a_whole_game_has_six_races_each_a_stone_farther(seats: int) -> None:
    """Played by greedy seats; the last of a race starts the next."""
    luck, state = Seeded(seats), GAME.initial
    told = GAME.deal([Seated(seat) for seat in range(seats)], GaloppOptions(), luck)
    recorded: list[GaloppEvent] = []
    while True:
        recorded += told
        state = state_after(state, told)
        if (decision := GAME.decision(state)) is None:
            break
        seat = min(decision.awaited)
        command = GAME.greedy(GAME.view(state, seat), seat, GAME.legal(state, seat))[0]
        told = GAME.decide(state, seat, command, luck)
    begun = [event for event in recorded if isinstance(event, RaceBegun)]
    paid = [event for event in recorded if isinstance(event, PrizesPaid)]
    assert [event.goal for event in begun] == [18, 19, 20, 21, 22, 23]
    assert [event.starter for event in begun[1:]] == [event.last for event in paid[:-1]]
    assert sum(award.gold for event in paid for award in event.awards) == 338
