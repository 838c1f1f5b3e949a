"""Names of players from memory."""

from collections.abc import Sequence

import pytest

from application.player_names import PlayerNames
from application.ports.event_log import StoreUnavailable

pytestmark = pytest.mark.anyio


class Accounts:
    """Counts the requests; may stop to answer."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.down = False

    async def names(self, players: Sequence[str]) -> list[str | None]:
        if self.down:
            raise StoreUnavailable("down")
        self.asked.append(list(players))
        return [None if player == "erased" else player.upper() for player in players]


async def test_missing_names_are_read_at_once_and_then_kept() -> None:
    accounts = Accounts()
    names = PlayerNames(accounts, 60)  # type: ignore[arg-type]
    assert await names.of(["a", "erased", "a"]) == {"a": "A", "erased": None}
    assert await names.of(["b", "a"]) == {"b": "B", "a": "A"}
    assert await names.of([]) == {}
    assert accounts.asked == [["a", "erased"], ["b"]]
    names.forget("a")
    await names.of(["a"])
    assert accounts.asked[2:] == [["a"]]


async def test_an_old_name_is_read_again_unless_the_store_is_down() -> None:
    accounts = Accounts()
    names = PlayerNames(accounts, 0)  # type: ignore[arg-type]
    await names.of(["a"])
    await names.of(["a"])
    assert len(accounts.asked) == 2
    accounts.down = True
    assert await names.of(["a", "b"]) == {"a": "A", "b": None}


async def test_what_shows_names_is_valid_until_one_changes_or_gets_old() -> None:
    accounts = Accounts()
    names = PlayerNames(accounts, 60)  # type: ignore[arg-type]
    await names.of(["a", "b"])
    shown = names.validity(["a", "b"])
    await names.of(["c"])
    assert names.is_unchanged(*shown)
    names.forget("z")
    assert names.is_unchanged(*shown)
    names.forget("a")
    assert not names.is_unchanged(*shown)
    old = PlayerNames(accounts, 0)  # type: ignore[arg-type]
    await old.of(["a"])
    assert not old.is_unchanged(*old.validity(["a"]))
