"""While registration is closed, new players need the code of an invitation."""

import time
from collections.abc import Iterator

import httpx
import pytest

from application.lib.reading_loop import TRUSTED_SECONDS
from tests.support.documents.document_check import assert_problem
from tests.support.players.administrator import Administrator
from tests.support.players.callers import Caller

PLAYERS, INVITATIONS = "/v1/players", "/v1/admin/invitations"
CLOSED = {"open": False, "reason": "For members of the club."}
OPEN = {"open": True, "reason": "Open day."}


@pytest.fixture
def closed(zoe: Administrator) -> Iterator[None]:
    assert zoe.put("/v1/admin/registration", CLOSED).json()["open"] is False
    yield
    assert zoe.put("/v1/admin/registration", OPEN).json() == {"open": True, "reason": None}


def invitation(zoe: Administrator, uses: int = 1) -> dict[str, str]:
    made: dict[str, str] = zoe.post(INVITATIONS, {"reason": "Thursday.", "uses": uses}).json()
    return made


@pytest.mark.usefixtures("closed")
def test_a_registration_without_a_code_is_rejected_with_what_to_do(
    anyone: Caller, second: httpx.Client
) -> None:
    guest = {"name": "Guest 7", "scopes": ["play"], "expires_in": 3600}
    for body in ({"name": "Eve"}, guest):
        told = assert_problem(anyone.post(PLAYERS, body), 403, "registration_closed")
        assert "For members of the club." in told["detail"]
        assert told["field"] == "invitation"
    time.sleep(TRUSTED_SECONDS)
    assert_problem(second.post(PLAYERS, json=guest), 403, "registration_closed")


@pytest.mark.usefixtures("closed")
def test_a_code_is_used_as_often_as_it_may(zoe: Administrator, anyone: Caller) -> None:
    made = invitation(zoe, uses=2)
    body = {"name": "Eve", "invitation": made["code"].upper().replace("-", " ")}
    assert [anyone.post(PLAYERS, body).status_code for _ in range(2)] == [201, 201]
    assert_problem(anyone.post(PLAYERS, body), 403, "invitation_unknown")
    [listed] = [
        each for each in zoe.get("/v1/admin").json()["invitations"] if each["id"] == made["id"]
    ]
    assert (listed["uses"], listed["used"]) == (2, 2)
    wrong = anyone.post(PLAYERS, {"name": "Eve", "invitation": "no-such-code"})
    assert_problem(wrong, 403, "invitation_unknown")


@pytest.mark.usefixtures("closed")
def test_a_revoked_code_is_unknown(zoe: Administrator, anyone: Caller) -> None:
    made = invitation(zoe)
    path, why = f"{INVITATIONS}/{made['id']}", {"reason": "Leaked."}
    assert zoe.delete(path, params=why).status_code == 204
    body = {"name": "Eve", "invitation": made["code"]}
    assert_problem(anyone.post(PLAYERS, body), 403, "invitation_unknown")
    assert_problem(zoe.delete(path, params=why), 404, "no_such_invitation")
    assert made["code"] not in "".join(act["record"] for act in zoe.acts())


def test_while_registration_is_open_a_code_is_not_used_up(
    zoe: Administrator, anyone: Caller
) -> None:
    made = invitation(zoe)
    body = {"name": "Eve", "invitation": made["code"]}
    assert [anyone.post(PLAYERS, body).status_code for _ in range(2)] == [201, 201]
