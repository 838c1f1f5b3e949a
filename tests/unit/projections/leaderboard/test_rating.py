"""Ratings: winners rise, losers fall, ties share, certainty grows; a fold gives the same again."""

from functools import reduce

import pytest
from msgspec.structs import replace

from domain.kernel.ids import PlayerId
from projections.leaderboard.folding import changes
from projections.leaderboard.query import Met, Standing, encode_standing
from projections.leaderboard.rating import Key, newcomer, rated
from projections.leaderboard.results import Placing, Result

ANNE, BOB, CLEO = "a" * 26, "b" * 26, "c" * 26
GAME = "gumball_rally"


def played(*places: int, game: str = GAME, at: str = "2026-01-01T12:00:00.000Z") -> Result:
    placings = zip((ANNE, BOB, CLEO), places, strict=False)
    return Result("t" * 26, game, at, tuple(Placing(who, n, 10 * n) for who, n in placings))


def folded(*results: Result) -> dict[Key, Standing]:
    return changes({}, results, 1)


def of(board: dict[Key, Standing], player: PlayerId, game: str = GAME) -> Standing:
    return board[game, player]


def test_the_winner_rises_and_the_last_falls() -> None:
    board = folded(played(1, 2, 3))
    anne, bob, cleo = (of(board, who) for who in (ANNE, BOB, CLEO))
    fresh = newcomer(GAME, ANNE)
    assert anne.mean > fresh.mean > cleo.mean
    assert anne.mean > bob.mean > cleo.mean
    assert all(each.uncertainty < fresh.uncertainty for each in (anne, bob, cleo))


def test_equal_places_are_rated_equally() -> None:
    board = folded(played(1, 2, 2))
    assert of(board, BOB).mean == of(board, CLEO).mean
    assert of(board, ANNE).rating > of(board, BOB).rating
    everybody = folded(played(1, 1, 1))
    assert len({of(everybody, who).mean for who in (ANNE, BOB, CLEO)}) == 1


def test_places_left_by_bots_make_no_difference_to_the_rating() -> None:
    dense, gaps = folded(played(1, 2, 3)), folded(played(2, 5, 7))
    assert [each.mean for each in dense.values()] == [each.mean for each in gaps.values()]


def test_wins_points_and_games_are_counted() -> None:
    board = folded(played(1, 2, 2), played(1, 1, 2, at="2026-01-02T12:00:00.000Z"), played(3, 1))
    anne = of(board, ANNE)
    assert (anne.wins, anne.points, anne.played, anne.position) == (2, 50, 3, 3)
    cleo = of(board, CLEO)
    assert (cleo.wins, cleo.played, cleo.position) == (0, 2, 2)
    assert cleo.last_played == "2026-01-02T12:00:00.000Z"


def test_games_are_rated_apart() -> None:
    board = folded(played(1, 2), played(2, 1, game="bug_race"))
    assert of(board, ANNE).wins == 1
    assert of(board, ANNE, "bug_race").wins == 0


def test_folding_at_once_is_folding_step_by_step() -> None:
    results = [played(1, 2, 3), played(2, 1, 1), played(3, 2, 1), played(1, 1)]
    stepwise: dict[Key, Standing] = reduce(
        lambda board, step: board | rated(board, step[1], step[0]), enumerate(results, 1), {}
    )
    assert folded(*results) == stepwise


def test_the_order_of_games_matters_so_it_is_kept() -> None:
    assert folded(played(1, 2), played(2, 1)) != folded(played(2, 1), played(1, 2))


def test_what_counts_for_nothing_only_takes_a_place() -> None:
    board = changes({}, [None, played(1, 2), None], 5)
    assert {each.position for each in board.values()} == {6}


def test_ranks_sort_like_ratings() -> None:
    board = folded(*[played(1, 2, 3)] * 20, *[played(3, 2, 1)] * 3)
    standings = sorted(board.values(), key=lambda each: each.rating)
    assert [encode_standing(each).rank for each in standings] == sorted(
        encode_standing(e).rank for e in standings
    )
    assert all(len(encode_standing(each).rank) == 16 for each in standings)


def test_an_early_resignation_counts_for_the_loser_alone() -> None:
    won = played(2, 1)
    early = replace(won.placings[0], early=True)
    board = folded(replace(won, placings=(early, won.placings[1])))
    assert list(board) == [(GAME, ANNE)]
    assert of(board, ANNE) == of(folded(won), ANNE)
    among_others = played(3, 2, 1)
    early = replace(among_others.placings[0], early=True)
    board = folded(replace(among_others, placings=(early, *among_others.placings[1:])))
    without = folded(replace(among_others, placings=among_others.placings[1:]))
    assert {key: each for key, each in board.items() if key[1] != ANNE} == without
    assert of(board, ANNE) == of(folded(among_others), ANNE)


def test_a_pair_counts_less_each_time_in_thirty_days() -> None:
    """A second account that loses again and again gave rank 1 in six seconds."""
    first, again = played(1, 2), played(1, 2, at="2026-01-30T12:00:00.000Z")
    later = played(1, 2, at="2026-02-01T12:00:00.000Z")
    known = folded(first)
    fresh = {key: replace(each, met={}) for key, each in known.items()}
    whole = of(changes(fresh, [again], 2), ANNE).mean - of(known, ANNE).mean
    half = of(changes(known, [again], 2), ANNE).mean - of(known, ANNE).mean
    assert half == pytest.approx(whole / 2)
    assert of(changes(known, [later], 2), ANNE).mean - of(known, ANNE).mean == pytest.approx(whole)
    twice = changes(known, [again], 2)
    assert twice[GAME, ANNE].met == {BOB: Met(2, first.at)}
