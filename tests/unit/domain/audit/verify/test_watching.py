"""Who may see and watch a table is judged again from the command that opened it."""

from typing import Any

import pytest

from domain.audit.verify import verify
from domain.table.commands import Watch
from tests.support.histories.bundles import history_bundle, of_type, rewritten
from tests.support.histories.verifiers import by_one_file
from tests.support.tables.memory_table import CHOICES, expired

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("watch", CHOICES)
async def test_the_choice_of_the_host_is_verified(watch: Watch | None, private: bool) -> None:
    table, stored = await expired(watch, private)
    assert verify(history_bundle(table, stored)).flaw is None
    assert by_one_file(history_bundle(table, stored)) is None

    def open_to_others(data: Any) -> None:
        data["watch"] = "nobody" if data.get("watch") != "nobody" else "invited"

    forged = history_bundle(
        table, rewritten(table, stored, of_type("table.opened", open_to_others))
    )
    assert verify(forged).flaw is not None
    assert "watch" in (by_one_file(forged) or "")
