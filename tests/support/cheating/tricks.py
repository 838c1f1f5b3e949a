"""Cheats that take more than one change: other ends, other luck, steered bots, forged forks."""

from typing import Any

from domain.fairness.chain import canon, commitment, first_head, mix, sealed_luck
from domain.fairness.draws import number
from domain.judging.stored import entries_from, extend
from tests.support.cheating.forgery import Forgery
from tests.support.cheating.plants import HASH, OTHER, Plant, changed, later


def finished(f: Forgery) -> None:
    """Turn an abandoned table into a finished one, with a winner."""
    seats = len(f.header["players"])
    outcome = {"places": [*range(1, seats + 1)], "scores": [*range(seats, 0, -1)]}
    f.events[-1]["data"] |= {"reason": "finished", "outcome": outcome}
    f.header_lies |= {"status": "finished", "outcome": outcome}


def other_outcome(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        told = f.events[-1]["data"]["outcome"]
        told[field] = (
            told[field][::-1] if len({*told[field]}) > 1 else [each + 1 for each in told[field]]
        )
        f.header_lies["outcome"] = told

    return plant


def not_withheld(f: Forgery) -> None:
    f.events[-1]["data"]["reason"] = "abandoned"
    del f.events[-1]["data"]["withheld"]
    f.header_lies["status"] = "abandoned"


def after_the_end(f: Forgery) -> None:
    f.insert(len(f.events), {**f.events[-2]})


def unclosed(f: Forgery) -> None:
    f.header["seed"] = f.events[-1]["data"]["seed"]
    f.remove(len(f.events) - 1)


def other_share(f: Forgery) -> None:
    """Reveal another share than was committed to, in command and event."""
    f.record("table.reveal_luck")["command"]["share"] = HASH
    f.find("table.luck_revealed")["data"]["share"] = HASH


def other_commitment(f: Forgery) -> None:
    """Let a player have committed to another share from the start, but not at the start."""
    who = f.record("table.seal_luck")["by"]
    luck = sealed_luck(f.header["table"], who, bytes(32))
    f.record("table.seal_luck")["command"]["commitment"] = luck
    f.find("table.luck_sealed")["data"]["commitment"] = luck


def other_seed(f: Forgery) -> None:
    """Close with another seed than the one that the draws were made with."""
    seed = bytes(32)
    f.events[-1]["data"]["seed"] = seed.hex()
    promised = commitment(f.header["table"], seed)
    f.find("table.opened")["data"]["commitment"] = promised
    f.record("table.open")["command"]["commitment"] = promised
    f.header_lies["commitment"] = promised


def persons_draw_like_a_bot(f: Forgery) -> None:
    """Let a person who answers a decision draw for a choice, correctly, as bots do."""
    shares = [b"" for _ in f.header["players"]]
    for event in f.events:
        if event["type"] == "table.luck_revealed":
            shares[event["data"]["seat"]] = bytes.fromhex(event["data"]["share"])
    person = next(r for r in f.records if r["seat"] == 0 and r["command"]["type"][:6] != "table.")
    opened = [e["data"]["number"] for e in f.events[: person["first"]] if "number" in e["data"]]
    label = f"bot:{opened[-1]}:0:1"
    key = mix(f.header["table"], bytes.fromhex(f.header["seed"]), shares)
    drawn = f.caused(person)[0]
    if drawn["type"] != "table.luck_drawn":
        f.insert(person["first"], {**drawn})
        drawn = f.events[person["first"] - 1]
        drawn |= {"type": "table.luck_drawn", "rule": None, "data": {"draws": []}}
    drawn["data"]["draws"].insert(0, {"label": label, "of": 2, "got": number(key, label, 2)})


def last_commit_later(f: Forgery) -> None:
    """Let a second pass before the last command, without a command that moves the clock."""
    last = f.records[-1]
    last["at"] = later(last["at"], 1_000)
    for event in f.caused(last):
        event["at"] = last["at"]


def bots_move(f: Forgery) -> Any:
    bot = f.find("table.seat_taken", -1)["data"]["player"]
    return next(told for told in f.records if told["by"] == bot)


def bot_commanded_by_host(f: Forgery) -> None:
    bots_move(f)["by"] = f.header["players"][0]


def bot_without_draw(f: Forgery) -> None:
    told = bots_move(f)
    place = told["first"] - 1
    assert f.events[place]["type"] == "table.luck_drawn"
    f.remove(place)


def bots_draw(f: Forgery) -> None:
    told = f.caused(bots_move(f))[0]["data"]["draws"][0]
    told["got"] = (told["got"] + 1) % told["of"] if told["of"] > 1 else 1


def bots_command(f: Forgery) -> None:
    """Let a bot send the command of another of its turns."""
    bot = f.find("table.seat_taken", -1)["data"]["player"]
    moves = [told for told in f.records if told["by"] == bot]
    other = next(m["command"] for m in moves if m["command"] != moves[0]["command"])
    moves[0]["command"] = other


def other_move(f: Forgery) -> None:
    """Change the command of a person, but not what it caused."""
    moves = [t for t in f.records if not t["command"]["type"].startswith("table.")]
    other = next(m["command"] for m in moves if m["command"] != moves[0]["command"])
    moves[0]["command"] = other


def game_event(f: Forgery) -> Any:
    return next(e for e in f.events if not e["type"].startswith("table."))


def game_data(f: Forgery) -> None:
    told = game_event(f)["data"]
    field = sorted(told)[0]
    told[field] = changed(told[field])


def game_rule(f: Forgery) -> None:
    game_event(f)["rule"] = "XX-1"


def game_event_dropped(f: Forgery) -> None:
    f.remove(game_event(f)["version"] - 1)


def game_event_twice(f: Forgery) -> None:
    place = game_event(f)["version"]
    f.insert(place, {**game_event(f)})


def ancestor(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        f.ancestors[0][field] = changed(f.ancestors[0][field])

    return plant


def fork_of(field: str) -> Plant:
    def plant(f: Forgery) -> None:
        of = f.find("table.forked")["data"]["of"]
        of[field] = changed(of[field])
        f.header_lies["fork"] = of

    return plant


def rebuilt_past(change: Plant) -> Plant:
    """Change the past of a fork, and rebuild the chain of the table it was forked from, too."""

    def plant(f: Forgery) -> None:
        change(f)
        of = f.find("table.forked")["data"]["of"]
        told = {each["first"]: canon(each) for each in f.ancestors[0]["commands"]}
        entries = entries_from([canon(event) for event in f.events[: of["version"]]], told)
        head = extend(first_head(of["table"]), bytes.fromhex(of["seed"]), entries)
        of["head"] = f.ancestors[0]["head"] = head.hex()
        f.header_lies["fork"] = of

    return plant


def ancestors_seat(f: Forgery) -> None:
    told = next(c for c in f.ancestors[0]["commands"] if c["seat"] is not None)
    told["seat"] = (told["seat"] + 1) % 3


def ancestors_player(f: Forgery) -> None:
    next(c for c in f.ancestors[0]["commands"] if c["seat"] is not None)["by"] = OTHER


def no_ancestor(f: Forgery) -> None:
    f.ancestors.clear()
