"""The verifier in JavaScript, which was written from openapi/history.md alone."""

import asyncio
import gzip
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from domain.games import GAMES
from domain.judging.actors import ByClock
from domain.table.commands import BreakOff
from projections.history.bundle import JSON, LINES, Frame
from tests.support.cheating.forgery import Forgery
from tests.support.cheating.rewards import from_no_table, invented, of_another_head, spent_again
from tests.support.cheating.tables import unfinished
from tests.support.documents.npm import needs_node as needs_compiler
from tests.support.documents.npm import npm
from tests.support.histories import bundles
from tests.support.histories.signed_bundle import SPOILT, signed
from tests.support.javascript import HERE, SPEED, VERIFIER, needs_node, node, verdict_with, verdicts
from tests.support.paths import ROOT
from tests.support.tables import memory_table
from tests.support.tables.matches import matched, rematches
from tests.support.tables.random_endings import bundle as ending
from tests.support.tables.random_endings import cancelled, random_ending, terminated
from tests.support.tables.rewarded_tables import give_rewards, rewarded
from tests.unit.openapi.clients.verify.test_history_format import vectors

WEB = ROOT / "api" / "pages" / "web"

pytestmark = needs_node


def test_the_vectors_are_true() -> None:
    given = vectors()
    ran = subprocess.run(
        ["node", HERE / "vectors.mjs"], input=json.encode(given), capture_output=True, check=True
    )
    assert json.decode(ran.stdout) == given


def test_it_names_the_verifier_of_an_earlier_format(tmp_path: Path) -> None:
    earlier, *_ = bundles.corpus("bug_race", "format_2")
    found = verdicts(tmp_path, {"earlier": bundles.unpacked(earlier)})
    assert "release 0.3.0" in found["earlier"]["findings"][0]["message"]


def test_keys_and_signatures_are_optional_and_agree(tmp_path: Path) -> None:
    content = bundles.unpacked(bundles.corpus("bug_race")[0])
    spoilt = {name: signed(content, spoil) for name, spoil in SPOILT.items()}
    found = verdicts(tmp_path, {**spoilt, "signed": signed(content)})
    assert found.pop("signed")["result"] == "PASS"
    assert {each["result"] for each in found.values()} == {"FAIL"}


def test_it_passes_the_whole_corpus(tmp_path: Path) -> None:
    files = {str(file): bundles.unpacked(file) for key in GAMES for file in bundles.corpus(key)}
    assert len(files) >= 5 * len(GAMES)
    found = verdicts(tmp_path, files)
    assert {name for name in files if found[name]["result"] != "PASS"} == set()


def test_a_sound_table_that_is_not_closed_is_unfinished(tmp_path: Path) -> None:
    running = dict(each for game in GAMES for each in unfinished(game))
    found = verdicts(tmp_path, running)
    assert {name: found[name]["findings"] for name in running if found[name]["findings"]} == {}
    assert {each["result"] for each in found.values()} == {"UNFINISHED"}
    assert {each["status"] for each in found.values()} == {"open", "running"}
    for verdict in found.values():
        assert any("not closed" in each for each in verdict["unchecked"])


def test_a_table_that_was_broken_off_passes_and_the_verdict_says_so(tmp_path: Path) -> None:
    honest = asyncio.run(broken_off())
    forgery = Forgery(honest)
    forgery.events[-1]["data"]["reason"] = forgery.header_lies["status"] = "abandoned"
    found = verdicts(tmp_path, {"honest": honest, "forged": forgery.content()})
    assert (found["honest"]["result"], found["honest"]["status"]) == ("PASS", "broken")
    assert any("has lost" in each for each in found["honest"]["unchecked"])
    assert fields(found["forged"]) == ["event.data.reason"]


def test_tables_that_people_ended_pass_and_a_hidden_resignation_is_found(tmp_path: Path) -> None:
    ended = [random_ending("gumball_rally", number, 0.1) for number in range(10)]
    honest = {f"{n} {c.reason}": ending(c, stored) for n, (c, stored) in enumerate(ended)}
    honest |= {"cancelled": cancelled(), "terminated": terminated()}
    honest |= asyncio.run(rematches()) | {"matched": asyncio.run(matched())}
    found = verdicts(tmp_path, honest)
    assert {name: each["findings"] for name, each in found.items() if each["findings"]} == {}
    assert {each["status"] for each in found.values()} == {
        *("finished", "abandoned", "resigned", "agreed", "cancelled", "terminated")
    }
    forgery = Forgery(ending(*next(each for each in ended if each[0].reason == "resigned")))
    outcome = forgery.events[-1]["data"]["outcome"]
    outcome["places"] = [1 for _ in outcome["places"]]
    forgery.header_lies["outcome"] = outcome
    forged = verdicts(tmp_path, {"forged": forgery.content()})["forged"]
    assert "event.data.outcome.places" in fields(forged)


@pytest.mark.parametrize("lie", ["by", "notice"])
def test_a_table_that_no_administrator_closed_so_is_found(tmp_path: Path, lie: str) -> None:
    forgery = Forgery(terminated())
    if lie == "by":
        forgery.records[-1]["by"] = forgery.events[0]["data"]["host"]
    else:
        forgery.events[-1]["data"]["notice"] = "Spam."
    found = verdicts(tmp_path, {"forged": forgery.content()})["forged"]
    assert fields(found) == ["command.by" if lie == "by" else "event.data.notice"]


async def broken_off() -> bytes:
    table = memory_table.MemoryTable("broken")
    await table.begin()
    await table.ask(ByClock(), BreakOff(version=100, head="c" * 64))
    return await table.bundle()


@pytest.mark.parametrize("frame", [LINES, JSON], ids=["lines", "document"])
def test_every_byte_of_a_tiny_bundle_counts(tmp_path: Path, frame: Frame) -> None:
    seen = damaged(tmp_path, bundles.history_bundle(*memory_table.tiny(), frame), 1)
    assert (seen["honest"], seen["unseen"]) == ("PASS", [])


def test_bytes_all_over_a_bundle_with_luck_count(tmp_path: Path) -> None:
    seen = damaged(tmp_path, memory_table.bundle(), 29)
    assert (seen["honest"], seen["unseen"]) == ("PASS", [])


def damaged(folder: Path, content: bytes, step: int) -> Any:
    file = folder / "honest"
    file.write_bytes(content)
    ran = node(HERE / "damages.mjs", file, str(step))
    assert ran.stderr == ""
    seen = json.decode(ran.stdout)
    assert seen["tried"] >= 2 * (len(content) // step)
    return seen


ODD = {
    "nothing": b"",
    "a blank line": b"\n",
    "not UTF-8": b"\xff\xfe\n",
    "a web page": b"<html></html>\n",
    "nested deeply": b"[" * 100_000,
    "nested deeply, in lines": b'{"header":' + b"[" * 100_000 + b"}\n",
    "an endless number": b'{"header":' + b"9" * 10_000 + b"}\n",
    "no objects": b'{"header":1,"ancestors":[1],"events":[null],"commands":["x"]}',
    "lists": b'{"header":{},"ancestors":[],"events":[[]],"commands":[[]]}',
    "no events": b'{"header":{},"ancestors":[],"events":[],"commands":[]}',
    "a list of lines": b"[]\n[]\n",
    "a damaged archive": gzip.compress(b"x" * 1000)[:-9],
}
MOST = 32 * 1024 * 1024


def test_what_is_no_bundle_fails_in_words(tmp_path: Path) -> None:
    too_much = {
        "too much in an archive": gzip.compress(bytes(MOST + 1024 * 1024)),
        "too much": b" " * (MOST + 1),
    }
    found = verdicts(tmp_path, ODD | too_much)
    for what, verdict in found.items():
        assert verdict["result"] == "FAIL", what
        assert verdict["findings"][0]["message"], what
        assert verdict["unchecked"], what


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("frame", [LINES, JSON], ids=["lines", "document"])
def test_it_reads_both_forms_also_gzipped(tmp_path: Path, frame: Frame, packed: bool) -> None:
    content = memory_table.bundle(frame)
    file = tmp_path / "history"
    file.write_bytes(gzip.compress(content) if packed else content)
    ran = node(VERIFIER, file)
    assert ran.stdout.startswith(f"PASS {file}: table ")
    assert ran.returncode == 0


def test_the_exit_code_is_that_of_the_verifier_in_python(tmp_path: Path) -> None:
    honest, forged, running = (tmp_path / name for name in ("honest", "forged", "running"))
    honest.write_bytes(memory_table.bundle())
    forged.write_bytes(memory_table.bundle().replace(b'"seat":1', b'"seat":2', 1))
    running.write_bytes(next(unfinished("asterix"))[1])
    codes = {honest: 0, forged: 1, running: 3, tmp_path / "none": 2}
    for file, code in codes.items():
        assert node(VERIFIER, file).returncode == code
        python = subprocess.run(["python3", VERIFIER.with_suffix(".py"), file], capture_output=True)
        assert python.returncode == code
    assert node(VERIFIER).returncode == 2
    assert "  found: line " in node(VERIFIER, forged).stdout
    assert node(VERIFIER, honest, running, forged).returncode == 1


def test_rewards_are_judged_across_histories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_rewards(monkeypatch)
    first, second, third = asyncio.run(rewarded(memory_table.MemoryTable("first")))
    for honest in (second, third):
        assert verdict_with(tmp_path, honest, first, second)["result"] == "PASS"
    assert fields(verdict_with(tmp_path, spent_again(third), first)) == []  # alone it is right
    twice = verdict_with(tmp_path, spent_again(third), first, second)
    assert {each["field"] for each in twice["findings"]} == {"event.data.rewards"}
    head = verdict_with(tmp_path, of_another_head(second), first)
    assert fields(head) == ["event.data.follows.head"]
    assert fields(verdict_with(tmp_path, from_no_table(first), second)) == ["event.data.carried"]
    beside = first.replace(b'"seat":1', b'"seat":2', 1)
    assert fields(verdict_with(tmp_path, second, beside)) == ["with[0]"]


def test_rewards_that_only_the_rules_can_judge_are_listed_as_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_rewards(monkeypatch)
    first, second, _ = asyncio.run(rewarded(memory_table.MemoryTable("first")))
    forged = invented(second)
    alone = verdict_with(tmp_path, forged, second)
    assert any("give its history" in each for each in alone["unchecked"])
    together = verdict_with(tmp_path, forged, first)
    assert any("whether the rewards were won" in each for each in together["unchecked"])


def fields(verdict: Any) -> list[str]:
    return [each["field"] for each in verdict["findings"]]


def test_it_reports_progress_and_takes_less_than_a_few_seconds(tmp_path: Path) -> None:
    """A bundle near the largest that people play; the processor's time, not that of the wall."""
    file = tmp_path / "history"
    file.write_bytes(memory_table.long_bundle(9_000))
    ran = node(SPEED, file)
    assert ran.stderr == ""
    seen = json.decode(ran.stdout)
    assert seen["events"] >= 9_000
    assert seen["progress"] > 10
    assert seen["last"] == 1
    assert seen["seconds"] < 10


@needs_compiler
def test_its_types_hold_and_a_wrong_field_would_be_found(tmp_path: Path) -> None:
    shutil.copytree(WEB, tmp_path, dirs_exist_ok=True)
    right = (tmp_path / "verify" / "verify.js").read_text()
    wrong = right.replace("header.seed !== null", "header.sead !== null", 1)
    (tmp_path / "verify" / "wrong.js").write_text(wrong)
    [only] = npm("tsc", "--project", str(tmp_path / "verify")).stdout.splitlines()
    assert "wrong.js" in only
    assert "'sead' does not exist" in only


def test_it_judges_who_may_watch(tmp_path: Path) -> None:
    tables = {
        f"{private} {watch}": asyncio.run(memory_table.expired(watch, private))
        for private in (True, False)
        for watch in memory_table.CHOICES
    }

    def open_to_others(data: Any) -> None:
        data["watch"] = "nobody" if data.get("watch") != "nobody" else "invited"

    forged = {
        f"forged {name}": bundles.history_bundle(
            table, bundles.rewritten(table, stored, bundles.of_type("table.opened", open_to_others))
        )
        for name, (table, stored) in tables.items()
    }
    genuine = {name: bundles.history_bundle(*each) for name, each in tables.items()}
    found = verdicts(tmp_path, genuine | forged)
    assert {found[name]["result"] for name in genuine} == {"PASS"}
    assert {found[name]["result"] for name in forged} == {"FAIL"}
