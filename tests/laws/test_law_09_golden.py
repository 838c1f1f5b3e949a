"""Law 9: golden histories fold to the views recorded then, and are judged as they were then."""

from pathlib import Path

import pytest
from msgspec import json

from domain.audit.decoded_history import stages
from domain.audit.replay import current_rules, first_difference, rules_of
from domain.audit.verify import verify_with_history
from domain.fairness.chain import canon
from domain.games import GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.codec import RecordedEvent, encode
from domain.judging.fold import NOTHING, fold
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.live_table import restored
from domain.kernel.ids import millis
from ludotheque.laws.random_play import EVERY_GAME, KEYS
from tests.support.histories.bundles import corpus, unpacked
from tests.support.histories.golden import GOLDEN, Golden, goldens, history, views, written
from tests.support.histories.playthrough import GOLDENS, playthrough, story

PATHS = [path for key in KEYS for path in goldens(key)]
EVERY_HISTORY = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


@EVERY_GAME
def test_every_game_has_golden_histories(key: str) -> None:
    assert goldens(key), (
        f"{key} has no golden histories: name some tables in tests/support/games/{key}/golden.py"
        " and run `python -m tests.support.histories.playthrough`"
    )


@EVERY_HISTORY
def test_it_folds_to_the_recorded_views(path: Path) -> None:
    recorded = history(path)
    end = fold(NOTHING, (each.event for each in recorded.recorded))
    assert json.decode(canon(views(end))) == recorded.views


@EVERY_HISTORY
def test_its_chain_leads_to_its_head(path: Path) -> None:
    recorded = history(path)
    assert restored(recorded.table, recorded.stored).head == recorded.stored.head


@EVERY_HISTORY
def test_it_is_judged_again_to_the_same_bytes(path: Path) -> None:
    recorded = history(path)
    stored = enumerate(recorded.stored.events, 1)
    state = NOTHING
    for asked in recorded.asked:
        record = asked.record
        who = ByClock() if record.by == "clock" else ByPlayer(record.by, record.seat)
        case = Context(recorded.table, state, recorded.stored.seed, who, millis(record.at))
        judged = judge(case, asked.command)
        for event, (version, raw) in zip(judged.events, stored, strict=False):
            assert encode(RecordedEvent(version, record.at, judged.seat, event)) == raw
        assert len(judged.events) == len(asked.recorded)
        state = judged.state


@EVERY_HISTORY
def test_what_people_read_is_what_was_recorded(path: Path) -> None:
    assert story(history(path)) == path.with_suffix(".txt").read_text()


@EVERY_HISTORY
def test_it_is_small_enough_to_read_and_written_as_it_is_read(path: Path) -> None:
    assert path.stat().st_size < 200_000
    assert path.with_suffix(".txt").stat().st_size < 200_000
    assert written(history(path).table, history(path).stored) == path.read_bytes()


CORPUS = [path for key in KEYS for path in (*corpus(key), *corpus(key, "format_2"))]


@EVERY_GAME
def test_every_game_has_five_bundles_in_its_corpus(key: str) -> None:
    assert len(corpus(key)) >= 5, f"run `python -m tests.golden.make {key}`"


@pytest.mark.parametrize("path", CORPUS, ids=[str(p.relative_to(GOLDEN)) for p in CORPUS])
def test_a_bundle_is_folded_and_judged_as_it_was_when_it_was_made(path: Path) -> None:
    """Every byte of it: the chain, the draws, the outcome, and what the rules said."""
    assert path.stat().st_size < 200_000
    report, history = verify_with_history(unpacked(path))
    assert (report.verdict, report.flaw) == ("PASS", None)
    assert report.status in ("finished", "abandoned")
    assert history is not None
    if rules_of(history) != current_rules(history):  # today's rules may differ, but can judge it
        found = first_difference(history, stages(history), current_rules(history))
        assert found is None or "The rules cannot check" not in found.why


@pytest.mark.anyio
@pytest.mark.parametrize("golden", GOLDENS, ids=[golden.name for golden in GOLDENS])
async def test_playing_it_again_writes_the_same(golden: Golden) -> None:
    """See tests/golden/README.md if this is meant to change."""
    assert golden.game in GAMES
    assert await playthrough(golden) == golden.history.read_bytes()
