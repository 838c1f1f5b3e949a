"""Opens, plays and closes the tables of the folder over HTTP."""

from random import Random
from typing import Any

from ludotheque.laws.knowledge import short
from tests.golden.data_folder.people import done
from tests.support.players.callers import Caller
from tests.support.servers.polling import until


class Sitting:
    """A table, and its people by their ids; the host is the first of them."""

    def __init__(self, what: str, game: str, people: list[Caller], path: str) -> None:
        self.what, self.game, self.path = what, game, path
        self.host = people[0]
        self.code: str | None = None
        self.versions: list[int] = []  # after each command of people
        self._people = {person.id: person for person in people}
        self._luck = Random(what)

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    def seen(self) -> Any:
        return done(self.host.get(self.path))

    def post(self, what: str, body: Any = None, by: Caller | None = None) -> Any:
        return done((by or self.host).post(f"{self.path}/{what}", body))

    def play(self, decisions: int = 10_000) -> "Sitting":
        """Play at random until people have made so many decisions, or the table is closed."""
        while decisions > 0 and (seats := until(self._asked)) != "closed":
            for seat, person in seats:
                listed = done(person.get(f"{self.path}/actions", params={"seat": seat}))
                if listed["actions"]:
                    move = self._luck.choice(listed["actions"])["command"]
                    sent = person.post(f"{self.path}/commands", move, params={"seat": seat})
                    self.versions.append(done(sent)["version"])
                    decisions -= 1
        until(self._asked)  # bots have answered
        return self

    def _asked(self) -> Any:
        """Return the seats of people who must decide; nothing while only bots must."""
        seen = self.seen()
        if seen["status"] != "running":
            return "closed"
        owners = {each["seat"]: each["player"] for each in seen["seats"]}
        asked = [(seat, self._people.get(owners[seat])) for seat in seen["decision"]["seats"]]
        return [] if any(person is None for _, person in asked) else asked


def opened(
    what: str, game: str, people: list[Caller], bots: int = 0, start: bool = True, **wanted: Any
) -> Sitting:
    """Open a table with short options and seat everybody; start it unless told otherwise."""
    seats = {} if not start else {"seats": len(people) + bots}
    body = {"game": game, "sit": True, "clock": None, "options": dict(short(game)), **seats}
    made = done(people[0].post("/v1/tables", body | wanted))
    sitting = Sitting(what, game, people, f"/v1/tables/{made['id']}")
    sitting.code = made["you"]["code"]
    for person in people[1:]:
        sitting.post("seats", {"code": sitting.code} if sitting.code else {}, by=person)
    for n in range(bots):
        sitting.post("seats", {"bot": ("greedy", "random")[n % 2]})
    if start:
        sitting.post("start")
    return sitting
