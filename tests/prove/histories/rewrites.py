"""Random rewrites of a history by somebody who rebuilds every chain; a seed repeats a rewrite."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from tests.support.cheating.forgery import Forgery
from tests.support.cheating.plants import HASH, OTHER, changed, later

Rewrite: TypeAlias = Callable[[Forgery, Random], object]
Path: TypeAlias = tuple[Any, ...]
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    2**53 - 1,
    "",
    "x",
    OTHER,
    HASH,
    [],
    {},
    [0],
    {"a": 1},
)
SPANS = (-120_000, -1_000, -1, 1, 1_000, 120_000)  # ms
FIELDS = """piece seat luck key bot admitted spent seats options clock private sealed_luck watch sit
    matched rematch sandbox follows carried log seen signature bots notice withheld window_ms clocks
    keys extra"""


def paths(value: Any, before: Path = ()) -> list[Path]:
    """Return the paths of all values inside this one."""
    inside: Any = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    return [path for key, each in inside for path in ((*before, key), *paths(each, (*before, key)))]


def change_inside(value: Any, rng: Random) -> object:
    """Replace, remove or add something inside a value."""
    path = rng.choice(paths(value))
    for key in path[:-1]:
        value = value[key]
    key, old = path[-1], value[path[-1]]
    way = rng.choice(("remove", "add", "odd", "time", "number", "other"))
    if way == "remove" and isinstance(value, dict):
        del value[key]
    elif way == "add" and isinstance(value, dict):
        path = (*path[:-1], rng.choice(FIELDS.split()))
        value[path[-1]] = rng.choice(ODD)
    elif way == "odd":
        value[key] = rng.choice(ODD)
    elif way == "time" and isinstance(old, str) and old.endswith("Z"):
        value[key] = later(old, rng.choice(SPANS))
    elif way == "number" and type(old) is int:
        value[key] = old + rng.choice((-1, 1, 2, 1_000))
    else:
        value[key] = changed(old)
    return way, path


def of_table(found: Any) -> bool:
    return str(found.get("type")).startswith("table.")


def table_event(forgery: Forgery, rng: Random) -> object:
    event = rng.choice([each for each in forgery.events if of_table(each)])
    return event["version"], change_inside(event, rng)


def any_event(forgery: Forgery, rng: Random) -> object:
    event = rng.choice(forgery.events)
    return event["version"], change_inside(event, rng)


def table_command(forgery: Forgery, rng: Random) -> object:
    record = rng.choice([each for each in forgery.records if of_table(each["command"])])
    return record["first"], change_inside(record, rng)


def any_command(forgery: Forgery, rng: Random) -> object:
    record = rng.choice(forgery.records)
    return record["first"], change_inside(record, rng)


def commit_time(forgery: Forgery, rng: Random) -> object:
    record, ms = rng.choice(forgery.records), rng.choice(SPANS)
    record["at"] = later(record["at"], ms)
    for event in forgery.caused(record):
        event["at"] = record["at"]
    return record["first"], ms


def event_removed(forgery: Forgery, rng: Random) -> object:
    place = rng.randrange(1, len(forgery.events) - 1)
    forgery.remove(place)
    return place + 1


def event_repeated(forgery: Forgery, rng: Random) -> object:
    source, place = (rng.randrange(1, len(forgery.events)) for _ in range(2))
    forgery.insert(place, {**forgery.events[source]})
    return source + 1, place + 1


def commit_removed(forgery: Forgery, rng: Random) -> object:
    record = rng.choice(forgery.records[1:-1])
    for _ in range(record["last"] - record["first"] + 1):
        forgery.remove(record["first"] - 1)
    forgery.records.remove(record)
    return record["first"]


def commit_repeated(forgery: Forgery, rng: Random) -> object:
    source, before = rng.choice(forgery.records), rng.choice(forgery.records[1:])
    place = before["first"] - 1
    forgery.insert_commit(place, {**source}, [{**each} for each in forgery.caused(source)])
    return source["first"], place


def commands_exchanged(forgery: Forgery, rng: Random) -> object:
    one, two = rng.sample(forgery.records[1:], 2)
    one["command"], two["command"] = two["command"], one["command"]
    return one["first"], two["first"]


def command_and_events(forgery: Forgery, rng: Random) -> object:
    """Change a value of a command, and the same value in the events that it caused."""
    record = rng.choice([each for each in forgery.records if len(each["command"]) > 1])
    command = record["command"]
    name = rng.choice([name for name in command if name != "type"])
    old, command[name] = command[name], rng.choice((changed(command[name]), rng.choice(ODD)))
    for event in forgery.caused(record):
        if event["data"].get(name, ...) == old:
            event["data"][name] = command[name]
    return record["first"], name


def sender(forgery: Forgery, rng: Random) -> object:
    """Let somebody else send a command, from any seat."""
    record, players = rng.choice(forgery.records), forgery.header["players"]
    record["by"] = rng.choice((*players, "clock", "administrator", OTHER))
    record["seat"] = rng.choice((None, *range(len(players))))
    for event in forgery.caused(record):
        event["seat"] = record["seat"]
    return record["first"], record["by"], record["seat"]


def header(forgery: Forgery, rng: Random) -> object:
    return change_inside(forgery.header, rng)


def ancestor(forgery: Forgery, rng: Random) -> object:
    return change_inside(forgery.ancestors, rng) if forgery.ancestors else header(forgery, rng)


def event_line(forgery: Forgery, rng: Random) -> object:
    version = rng.randint(1, len(forgery.events))
    field = rng.choice(("command", "leaf", "salt", "head", "version", "event", "extra"))
    forgery.lines_lie[version] = {field: rng.choice((..., *ODD))}
    return version, forgery.lines_lie[version]


def command_line(forgery: Forgery, rng: Random) -> object:
    number = rng.randrange(len(forgery.records))
    forgery.commands_lie[number] = {rng.choice(("salt", "extra")): rng.choice((..., *ODD))}
    return number, forgery.commands_lie[number]


OFTEN: tuple[Rewrite, ...] = (table_event, table_command, command_and_events)
REWRITES: tuple[Rewrite, ...] = (
    *OFTEN,
    *OFTEN,
    *OFTEN,
    any_event,
    any_command,
    commit_time,
    event_removed,
    event_repeated,
    commit_removed,
    commit_repeated,
    commands_exchanged,
    sender,
    header,
    ancestor,
    event_line,
    command_line,
)
