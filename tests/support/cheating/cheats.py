"""The table of cheats: what a server changes, in which table, and which verifier must find it."""

from tests.support.cheating.bank_cheats import BANKS
from tests.support.cheating.plants import OTHER, Cheat, data, draw, label, ordered, record
from tests.support.cheating.table_cheats import (
    COMMANDS,
    ENVELOPES,
    HEADER,
    LINES,
    PLAYERS,
    TABLES,
    TIMES,
)
from tests.support.cheating.tricks import (
    ancestor,
    ancestors_player,
    ancestors_seat,
    bot_commanded_by_host,
    bot_without_draw,
    bots_command,
    bots_draw,
    fork_of,
    game_data,
    game_event_dropped,
    game_event_twice,
    game_rule,
    no_ancestor,
    other_commitment,
    other_seed,
    other_share,
    rebuilt_past,
)

LUCK = (
    Cheat("luck: another seed", other_seed),
    Cheat("luck: seed of the end only", data("table.closed", "seed")),
    Cheat("luck: another share revealed", other_share),
    Cheat("luck: share of the event only", data("table.luck_revealed", "share")),
    Cheat("luck: another seat revealed", data("table.luck_revealed", "seat")),
    Cheat("luck: other commitment before the start", other_commitment),
    Cheat("luck: commitment of the event only", data("table.luck_sealed", "commitment")),
    Cheat("luck: commitment of another seat", data("table.luck_sealed", "seat")),
    Cheat("luck: fewer asked to reveal", data("table.decision_opened", "seats", [0])),
    Cheat("luck: the reveal is another decision", data("table.decision_opened", "kind")),
    Cheat(
        "draw: another result",
        draw("got", lambda got: got[::-1] if isinstance(got, list) else got + 1),
    ),
    Cheat("draw: another bound", draw("of")),
    Cheat("draw: endless bound", draw("of", 2**53 - 1)),
    Cheat("draw: another purpose", label(0, "chosen")),
    Cheat("draw: another decision", label(1, "7")),
    Cheat("draw: another seat", label(2, "1"), "rules"),
    Cheat("draw: no such seat", label(2, "9")),
    Cheat("draw: another number", label(3, "2")),
    Cheat("draw: further field", draw("extra", 1)),
    Cheat("draw: left out", lambda f: f.find("table.luck_drawn")["data"]["draws"].pop(0), "rules"),
    Cheat(
        "draw: made twice",
        lambda f: f.find("table.luck_drawn")["data"].update(
            draws=f.find("table.luck_drawn")["data"]["draws"] * 2
        ),
    ),
    Cheat("bot: moved by the host", bot_commanded_by_host),
    Cheat("bot: moved without a draw", bot_without_draw),
    Cheat("bot: another draw", bots_draw),
    Cheat("bot: another move", bots_command, "rules"),
)
GAMES = (
    Cheat("game: another result", game_data, "rules"),
    Cheat("game: another rule", game_rule, "rules"),
    Cheat("game: event dropped", game_event_dropped, "rules"),
    Cheat("game: event twice", game_event_twice, "rules"),
)
FORKS = (
    *(
        Cheat(f"fork: other {name} of the ancestor", ancestor(name), table="fork")
        for name in ("table", "seed", "head", "version")
    ),
    *(
        Cheat(f"fork: of another {name}", fork_of(name), table="fork")
        for name in ("table", "seed", "head", "version")
    ),
    Cheat("fork: no ancestor", no_ancestor, table="fork"),
    Cheat("fork: ancestor twice", lambda f: f.ancestors.append(f.ancestors[0]), table="fork"),
    Cheat("fork: other player", data("table.forked", "player"), table="fork"),
    Cheat("fork: other commitment", data("table.forked", "commitment"), table="fork"),
    Cheat("fork: other table", data("table.forked", "table"), table="fork"),
    Cheat("fork: asked for another version", ordered("table.fork", "version"), table="fork"),
    Cheat("fork: asked for another table", ordered("table.fork", "table"), table="fork"),
    Cheat("fork: by another player", record("table.fork", "by", OTHER), table="fork"),
    Cheat("fork: past changed", game_data, table="fork"),
    Cheat("fork: forged past, result", rebuilt_past(game_data), "rules", "fork"),
    Cheat(
        "fork: forged past, luck",
        rebuilt_past(draw("got", lambda got: got[::-1] if isinstance(got, list) else got + 1)),
        table="fork",
    ),
    Cheat("fork: forged past, seat of a command", rebuilt_past(ancestors_seat), table="fork"),
    Cheat("fork: forged past, player of a command", rebuilt_past(ancestors_player), table="fork"),
    Cheat(
        "fork: forged past, other host", rebuilt_past(data("table.opened", "host")), table="fork"
    ),
    Cheat(
        "fork: forged past, share", rebuilt_past(data("table.luck_revealed", "share")), table="fork"
    ),
    Cheat(
        "fork: commands of the ancestor cut",
        lambda f: f.ancestors[0]["commands"].pop(),
        table="fork",
    ),
)
CHEATS = (
    *HEADER,
    *LINES,
    *TIMES,
    *ENVELOPES,
    *COMMANDS,
    *PLAYERS,
    *TABLES,
    *LUCK,
    *GAMES,
    *FORKS,
    *BANKS,
)
