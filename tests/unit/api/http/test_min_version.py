"""A request waits for a read model only as long as it should."""

import pytest

from api.http import min_version
from api.problems.handlers import ApiProblem

pytestmark = pytest.mark.anyio


async def test_what_does_not_come_in_time_is_rejected_as_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(min_version, "WAIT_SECONDS", 0.05)
    looks = 0

    async def never() -> bool:
        nonlocal looks
        looks += 1
        return False

    with pytest.raises(ApiProblem) as problem:
        await min_version.wait_until(never)
    assert (problem.value.problem, problem.value.facts["field"]) == ("not_yet", "min_version")
    assert looks >= 2


async def test_what_comes_is_not_waited_for_any_longer() -> None:
    answers = [False, False, True]

    async def soon() -> bool:
        return answers.pop(0)

    await min_version.wait_until(soon)
    assert answers == []
