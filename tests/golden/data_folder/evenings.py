"""Who plays what on the two evenings that a data folder remembers."""

from pathlib import Path
from random import Random

from domain.games import GAMES
from openapi.load.script import commitment
from tests.golden.data_folder.people import People, done
from tests.golden.data_folder.sittings import Sitting, opened
from tests.support.players.callers import Caller

MEMBERS = ("Anne", "Bob", "Cléo")
DAYS = {"kind": "correspondence", "days": 14}
BANKS = {"kind": "fischer", "bank_seconds": 1_209_600, "increment_seconds": 60}


def first_evening(people: People) -> list[Sitting]:
    """Play two tables of each game, which fill a segment: one in public, one among bots."""
    members = people.register(*MEMBERS, "Dora", "Émile", "Félix")
    tables = []
    for key, game in GAMES.items():
        seats = game.seats[0]
        tables.append(opened("archived", key, members[:seats]).play_on())
        among_bots = opened("archived, private", key, members[3:4], seats - 1, private=True)
        tables.append(among_bots.play_on())
    return tables


def second_evening(people: People) -> list[Sitting]:
    """Play tables of each game, and one of every other kind that there is."""
    members = [people.caller(name) for name in MEMBERS]
    tables = []
    for key, game in GAMES.items():
        few = members[: game.seats[0]]
        tables += [
            finished := opened("finished", key, few).play_on(),
            opened("running", key, few).play_on(5),
            opened("open", key, few[:1], start=False),
        ]
        if key == "gasterospeed":
            tables.append(opened("follows", key, few, follows=finished.id).play_on(3))
    return [*tables, *special_tables(members, finished), *tables_of_guests(people)]


def special_tables(members: list[Caller], finished: Sitting) -> list[Sitting]:
    anne, bob, _ = members
    duel = [anne, bob]
    resigned = opened("resigned", "asterix", duel).play_on(2)
    resigned.post("resign", by=bob)
    agreed = opened("agreed", "bug_race", duel).play_on(2)
    for each in duel:
        agreed.post("end", by=each)
    again = done(agreed.host.post(f"{agreed.path}/rematch"))
    cancelled = opened("cancelled", "galopp_royal", duel, start=False)
    done(anne.delete(cancelled.path))
    sandbox = {"seed": "5a" * 32}
    half = finished.versions[len(finished.versions) // 2]
    fork = finished.post("forks", {"at": half, "seat": 0})
    return [
        resigned,
        agreed,
        Sitting("rematch", "bug_race", duel, f"/v1/tables/{again['id']}"),
        cancelled,
        Sitting("fork", finished.game, [anne], f"/v1/tables/{fork['id']}").play_on(1),
        opened("sandbox", "asterix", duel, sandbox=sandbox).play_on(2),
        opened("running, private", "gumball_rally", members, private=True).play_on(3),
        opened("running, by letter", "bug_race", duel, clock=DAYS).play_on(3),
        opened("running, with banks", "asterix", duel, clock=BANKS).play_on(3),
        opened("running, among bots", "galopp_royal", [anne], 2).play_on(3),
        lucky("sealed luck", duel),
    ]


def lucky(what: str, duel: list[Caller]) -> Sitting:
    """Start a table to whose luck both have given a share; one has revealed it."""
    sitting = opened(what, "asterix", duel, start=False, seats=2)
    shares = [Random(each.id).randbytes(32) for each in duel]
    for each, share in zip(duel, shares, strict=True):
        body = {"commitment": commitment(sitting.id, each.id, share)}
        sitting.post("luck", body, by=each)
    sitting.post("start")
    sitting.post("luck/reveal", {"share": shares[0].hex()}, by=duel[0])
    return sitting


def tables_of_guests(people: People) -> list[Sitting]:
    """Let those play who are renamed, erased or suspended later."""
    guests = [people.caller(name) for name in ("Dora", "Émile", "Félix")]
    return [
        opened("finished, guests", "asterix", guests).play_on(),
        opened("terminated", "asterix", guests, start=False),
    ]


def administer(people: People, var: Path, tables: list[Sitting]) -> None:
    """Change players, and let an administrator do each kind of act."""
    people.give_tokens("Anne")
    people.give_codes("Bob")
    people.rename("Dora", "Dorothée")
    people.erase("Émile")
    zoe, reason = people.administrator(var), {"reason": "For the tests."}
    people.suspend("Félix", zoe)
    [terminated] = [each for each in tables if each.what == "terminated"]
    done(zoe.post(f"/v1/admin/tables/{terminated.id}/close", reason))
    limit = {"caller": people.known["Dora"].id, "per_second": 100, "seconds": 316_224_000}
    done(zoe.post("/v1/admin/limits", {**limit, **reason}))
    done(zoe.post("/v1/admin/invitations", {**reason, "uses": 3, "seconds": 316_224_000}))
    done(zoe.ask("PUT", "/v1/admin/registration", json={"open": False, **reason}))
