"""Plays whole tables with the generated Python client; checked by mypy against its types."""

import random
import sys

import msgspec
from ludotheque_client import models as m
from ludotheque_client.client import Client, Refused


def joined(base: str, name: str) -> tuple[str, Client]:
    made = Client(base).create_player(m.PlayerBody(name=name))
    return made.id, Client(base, made.token)


def opened(host: Client, game: str, seats: int, options: str) -> m.TableSeen:
    asked = {"game": game, "seats": seats, "clock": None, "options": msgspec.json.decode(options)}
    return host.open_table(msgspec.convert(asked, m.OpenTableBody))


def turn(table: str, client: Client, seat: int, luck: random.Random) -> int:
    """One random action; how many events it caused, as this seat may hear them."""
    listed = client.list_actions(table, seat=seat)
    if not listed.actions:
        return 0
    command: m.Command = luck.choice(listed.actions).command
    first = client.send_command(table, command, seat=seat, dry_run=True)
    assert isinstance(first, m.PreviewAnswer)
    done = client.send_command(table, command, seat=seat, lang="fr")
    assert isinstance(done, m.CommandAnswer)
    return len(done.events)


def play(base: str, game: str, seats: int, options: str) -> None:
    luck = random.Random(1)
    clients = dict(joined(base, f"Typed {n}") for n in range(seats))
    host = next(iter(clients.values()))
    table = opened(host, game, seats, options).id
    for client in clients.values():
        client.take_seat(table, m.SitBody())
    host.start_table(table)
    events = 0
    while (seen := host.get_table(table)).status == "running":
        assert seen.decision is not None
        for seat in seen.decision.seats:
            events += turn(table, clients[seen.seats[seat].player], seat, luck)
    history = host.get_history(table)
    assert len(history.events) == seen.version
    try:
        host.start_table(table)
    except Refused as refused:
        assert refused.problem.type == "/problems/table_finished"
    try:
        host.get_table("../players/me")
    except Refused as refused:
        assert refused.problem.status == 404
    print(f"{game}: {seen.status} after {seen.version} events")


if __name__ == "__main__":
    base, *tables = sys.argv[1:]
    for game, seats, options in zip(tables[::3], tables[1::3], tables[2::3], strict=True):
        play(base, game, int(seats), options)
