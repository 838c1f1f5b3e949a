"""Owners take turns, however many tables one of them has."""

from application.bots.turns import Turns


def test_each_owner_gets_every_second_turn_and_a_table_waits_once() -> None:
    turns = Turns()
    for owner, table in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("a", "a1")):
        turns.add(owner, table)
    taken = [turns.take(), turns.take()]
    turns.add("b", "b1")
    turns.add("a", "a1")  # behind the tables of its owner
    taken += [turns.take() for _ in range(5)]
    assert taken == ["a1", "b1", "a2", "b1", "a3", "a1", None]


def test_tables_where_a_person_waits_come_before_those_of_bots_alone() -> None:
    turns = Turns()
    turns.add("a", "bots1", person_waits=False)
    turns.add("b", "bots2", person_waits=False)
    turns.add("c", "people")
    assert [turns.take() for _ in range(4)] == ["people", "bots1", "bots2", None]
