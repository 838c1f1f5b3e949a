"""`ludotheque admin` has every use case of administrators, on the store itself."""

import json
from typing import Any

import pytest
import redis
from click.testing import CliRunner, Result

from store.embedded.server import EmbeddedServer
from store.people import people_keys
from workers.cli import main

REASON = ("--reason", "Insults.")


class Machine:
    """The command line of the machine of a store."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store: Any = redis.Redis.from_url(url)
        self.store.flushall()

    def run(self, *words: str) -> Result:
        env = {"LUDOTHEQUE_REDIS_URL": self.url}
        return CliRunner(env=env).invoke(main, ["admin", *words], prog_name="ludotheque")

    def json(self, *words: str) -> Any:
        ran = self.run(*words)
        assert ran.exit_code == 0, ran.output
        return json.loads(ran.output) if ran.output else None

    def acts(self) -> list[Any]:
        return [json.loads(line) for line in self.run("acts").output.splitlines()]


@pytest.fixture
def machine(server: EmbeddedServer) -> Machine:
    return Machine(server.url)


def test_players_are_suspended_renamed_and_recovered(machine: Machine) -> None:
    player = machine.json("create", "Zoé")["player"]
    until = machine.json("suspend", player, *REASON, "--days", "7")["until"]
    assert [each["until"] for each in machine.json("suspensions")] == [until]
    assert machine.json("unsuspend", player, *REASON) is None
    assert machine.run("unsuspend", player, *REASON).output == (
        "Error: This player is not suspended.\n"
    )
    machine.json("rename", player, "Zoë", *REASON)
    handed = machine.json("recover", player, *REASON)
    assert (handed["name"], len(handed["codes"])) == ("Zoë", 10)
    types = [act["act"]["type"] for act in machine.acts()]
    assert types == [
        *("administrator_created", "player_suspended", "player_unsuspended"),
        *("player_renamed", "player_recovered"),
    ]
    assert all(act["by"].startswith("machine:") for act in machine.acts())


def test_registration_limits_and_maintenance(machine: Machine) -> None:
    machine.json("registration", "closed", *REASON)
    made = machine.json("invite", *REASON, "--uses", "2")["invitation"]["invitation"]
    assert [each["used"] for each in machine.json("invitations")] == [0]
    machine.json("revoke-invitation", made, *REASON)
    assert machine.json("invitations") == []
    machine.json("registration", "open", *REASON)
    limit = machine.json("limit", "2001:db8::1", *REASON, "--per-second", "1")
    assert (limit["caller"], machine.json("limits")) == ("2001:db8::/64", [limit])
    machine.json("lift-limit", limit["limit"], *REASON)
    assert machine.json("callers") == []
    machine.json("maintenance", "on", "A new disk.")
    assert machine.json("state")["maintenance"]["message"] == "A new disk."
    lost = machine.json("maintenance", "off")
    assert lost["began"] <= lost["ended"]
    assert machine.json("state")["maintenance"] is None


def test_what_does_not_exist_is_one_sentence(machine: Machine) -> None:
    for words in (
        ("suspend", "a" * 26),
        ("close-table", "a" * 26),
        ("revoke-invitation", "a" * 26),
        ("lift-limit", "a" * 26),
        ("rename", "a" * 26, "Eve"),
    ):
        ran = machine.run(*words, *REASON)
        assert (ran.exit_code, ran.output[:7]) == (1, "Error: "), ran.output
    assert machine.run("suspend", "a" * 26, "--reason", "two\nlines").exit_code == 2
    assert machine.run("create", "two  spaces").exit_code == 1
    assert machine.acts() == []


def test_a_changed_act_is_reported(machine: Machine) -> None:
    machine.json("registration", "closed", *REASON)
    machine.json("registration", "open", *REASON)
    assert machine.run("acts").exit_code == 0
    [(_, first), *_] = machine.store.xrange(people_keys.ACTS)
    machine.store.delete(people_keys.ACTS)
    changed = {**first, b"a": first[b"a"].replace(b"Insults.", b"Praise!!")}
    machine.store.xadd(people_keys.ACTS, changed, "1-0")
    ran = machine.run("acts")
    assert (ran.exit_code, "Act 1 was changed" in ran.output) == (1, True)
