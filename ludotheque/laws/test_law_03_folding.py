"""Law 3: folding whole = folding stepwise = folding what was written down and read again."""

from domain.games import GAMES
from domain.judging.codec import RecordedEvent, decode, encode
from domain.judging.fold import NOTHING, evolve, fold
from domain.judging.saved_state import decode_state, encode_state
from domain.kernel.ids import rfc3339
from domain.table.events import TABLE_EVENTS
from domain.table.opening_events import TableOpened
from domain.table.state import Running
from ludotheque.laws.random_play import EVERY_GAME, EVERY_SIZE, NOON, played, tables


@EVERY_SIZE
def test_folding_whole_is_folding_stepwise(key: str, seats: int) -> None:
    for number in range(2):
        play = played(key, seats, number)
        assert fold(NOTHING, play.events) == play.steps[-1].after
        for step in play.steps:
            assert fold(step.before, step.events) == step.after


@EVERY_SIZE
def test_folding_what_was_written_and_read_again_leads_to_the_same(key: str, seats: int) -> None:
    play = played(key, seats, 1)
    state = NOTHING
    for version, event in enumerate(play.events, 1):
        recorded = RecordedEvent(version, rfc3339(NOON + version), None, event)
        again = decode(encode(recorded))
        assert again == recorded
        state = evolve(state, again.event)
    assert state == play.steps[-1].after


@EVERY_SIZE
def test_a_table_can_be_looked_at_after_every_event(key: str, seats: int) -> None:
    """Whoever looks back (`at`) may name a version amidst what one command caused."""
    state, game, shown = NOTHING, GAMES[key], 0
    for event in played(key, seats, 0).events:
        state = evolve(state, event)
        if isinstance(state, Running) and state.play != game.initial:
            shown += all(game.view(state.play, seat) is not None for seat in (None, seats - 1))
    assert shown


@EVERY_GAME
def test_every_event_of_every_table_is_one_of_the_game_or_of_the_table(key: str) -> None:
    kinds = {type(event) for play in tables(key) for event in play.events}
    assert kinds <= {*GAMES[key].events, *TABLE_EVENTS}
    assert TableOpened in kinds


@EVERY_SIZE
def test_folding_on_from_an_encoded_state_leads_to_the_same(key: str, seats: int) -> None:
    for step in played(key, seats, 1).steps:
        state = decode_state(encode_state(step.before))
        assert state == step.before
        assert fold(state, step.events) == step.after
