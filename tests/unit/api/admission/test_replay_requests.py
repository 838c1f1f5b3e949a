"""Which requests are recognised as replays before anything of them is read."""

from typing import Any

import pytest

from api.admission.replay_requests import replay_kind


def scope(target: str) -> Any:
    path, _, query = target.partition("?")
    return {"path": path, "query_string": query.encode()}


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/v1/tables/a?at=3", "replay"),
        ("/v1/tables/a/actions?seat=1&at=3", "replay"),
        ("/v1/tables/a/events?head=ab", "replay"),
        ("/v1/tables/a/commands?dry_run=true", "other"),
        ("/v1/tables/a/history", "other"),
        ("/v1/tables/a/history/", "other"),
        ("/v1/tables/a/audits", "other"),
        ("/v1/tables/a/forks", "other"),
        ("/v1/tables/a", None),
        ("/v1/tables/a/commands", None),
        ("/v1/tables?that=3", None),
        ("/v1/games/history", None),
    ],
)
def test_replays_are_recognised_by_their_address(target: str, kind: str | None) -> None:
    assert replay_kind(scope(target)) == kind
