"""The names of bots."""

from domain.table.bot_names import GIVEN, bot_name


def test_a_name_follows_from_the_id_and_names_are_spread() -> None:
    names = {bot_name(f"{n:026}") for n in range(1000)}
    assert names == {f"Robot {given}" for given in GIVEN}
    assert len(set(GIVEN)) == 32
    assert bot_name("x") == bot_name("x")
