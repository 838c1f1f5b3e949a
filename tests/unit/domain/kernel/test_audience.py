"""Who hears what."""

from domain.kernel.audience import EVERYONE, NOBODY, only


def test_everyone_includes_spectators() -> None:
    assert EVERYONE.hears([])
    assert EVERYONE.hears([3])


def test_nobody_includes_nobody() -> None:
    assert not NOBODY.hears([])
    assert not NOBODY.hears(range(8))


def test_a_few_seats_see_what_is_for_them() -> None:
    assert only(1, 2).hears([2])
    assert not only(1, 2).hears([0])
    assert not only(1, 2).hears([])


def test_a_player_with_several_seats_sees_what_any_of_them_sees() -> None:
    assert only(1).hears([0, 1])
