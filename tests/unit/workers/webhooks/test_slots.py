"""Attempts at once are shared by owner and host, and addresses that fail get a part only."""

from workers.webhooks.slots import Lane, Slots


def lane(owner: str = "anne", host: str = "a.example", doubtful: bool = False) -> Lane:
    return Lane(owner, host, doubtful)


def test_an_owner_has_a_share() -> None:
    slots = Slots(of_owner=2)
    hosts = ("a.example", "b.example", "c.example")
    assert [slots.take(lane(host=host)) for host in hosts] == [True, True, False]
    assert slots.take(lane("bob"))


def test_a_host_has_a_share() -> None:
    slots = Slots(of_host=2)
    owners = ("anne", "bob", "carl")
    assert [slots.take(lane(owner)) for owner in owners] == [True, True, False]
    assert slots.take(lane("carl", "c.example"))


def test_those_that_fail_leave_room_for_those_that_answer() -> None:
    slots = Slots(at_once=4, doubtful=2, of_owner=9, of_host=9)
    assert [slots.take(lane(doubtful=True)) for _ in range(3)] == [True, True, False]
    assert [slots.take(lane()) for _ in range(3)] == [True, True, False]
    assert slots.free == 0


def test_what_is_released_can_be_taken_again() -> None:
    slots = Slots(at_once=1)
    one = lane(doubtful=True)
    assert slots.take(one)
    assert not slots.take(one)
    slots.release(one)
    assert slots.free == 1
    assert slots.take(one)
