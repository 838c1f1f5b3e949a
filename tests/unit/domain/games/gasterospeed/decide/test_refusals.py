"""Bad input is refused with the rule behind it, and nothing changes."""

from collections.abc import Callable

import pytest

from domain.games.gasterospeed import commands as ask
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.refusals import REFUSALS
from domain.games.gasterospeed.rules.turn import LayActions
from domain.kernel.rejection import Rejected
from ludotheque.testing.luck import Fated
from tests.support.games.gasterospeed.situations import (
    PASS,
    SLOW,
    A,
    B,
    C,
    Scene,
    moving,
    plays,
    racing,
)

TIR = {A: "101 shot-1 shell_reinforcement-1"}

CASES: list[tuple[Callable[[], Scene], int, ask.GasteroCommand, tuple[str, str | None, str | None]]]
CASES = [
    (lambda: racing(hands=TIR), A, PASS, ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.Reroll(), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.Draw("speed"), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.Stake(A, 1), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.Place(A, (2, 21)), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.TakePath(A, ("N",)), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.Choose(target=B), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.AnnounceDraw(1), ("not_your_prompt", "GS-32", None)),
    (lambda: racing(hands=TIR), A, ask.TakeExtraCard(), ("not_your_prompt", "GS-32", None)),
    (
        lambda: racing(hands=TIR),
        A,
        ask.DiscardTwo(("101", "shot-1")),
        ("not_your_prompt", "GS-32", None),
    ),
    (lambda: racing(hands=TIR), A, ask.UseExtraShell(A), ("no_extra_shell", "GS-107", None)),
    (lambda: racing(hands=TIR), A, ask.CommitSpeed(B, "101"), ("not_your_snail", "GS-79", "snail")),
    (lambda: racing(hands=TIR), A, ask.CommitSpeed(5, "101"), ("not_your_snail", "GS-79", "snail")),
    (
        lambda: racing(hands=TIR, knocked_out=[A]),
        A,
        ask.CommitSpeed(A, "101"),
        ("snail_not_active", "GS-8", "snail"),
    ),
    (
        lambda: racing(hands=TIR, asking=(LayActions(),)),
        A,
        ask.CommitAction(A, "spring-1"),
        ("card_not_in_hand", "GS-26", "card"),
    ),
    (
        lambda: racing(hands=TIR, asking=(LayActions(),)).do(A, ask.CommitAction(A, "shot-1")),
        A,
        ask.CommitAction(A, "101", True),
        ("already_committed", "GS-33", "snail"),
    ),
    (
        lambda: moving(A, "201", (4, 10)),
        B,
        ask.TakePath(B, ("N",)),
        ("not_your_prompt", "GS-32", None),
    ),
    (lambda: moving(A, "201", (4, 10)), B, SLOW, ("not_your_prompt", "GS-32", None)),
    (
        lambda: moving(A, "201", (4, 10)),
        A,
        ask.TakePath(B, ("N",)),
        ("not_your_snail", "GS-79", "snail"),
    ),
    (
        lambda: moving(A, "201", (4, 10), seats=2),
        0,
        ask.TakePath(B, ("N",)),
        ("snail_not_active", "GS-38", "snail"),
    ),
    (
        lambda: moving(A, "201", (1, 14), circuit="dedale_au_pode"),
        A,
        ask.TakePath(A, ("N", "N")),
        ("illegal_path", "GS-41", "steps[0]"),
    ),
    (
        lambda: moving(A, "201", (4, 12), (4, 10)),
        A,
        ask.TakePath(A, ("N", "N")),
        ("illegal_path", "GS-41", "steps[1]"),
    ),
    (
        lambda: plays("shot-1", (4, 19), (3, 3)),
        A,
        ask.Choose(target=B),
        ("illegal_choice", "GS-48", "target"),
    ),
    (
        lambda: plays("feeler_blow-1", (1, 14), (1, 13), (2, 14), circuit="dedale_au_pode"),
        A,
        ask.Choose(target=B),
        ("illegal_choice", "GS-48", "target"),
    ),
    (
        lambda: plays("shot-1", (4, 19), (4, 3)),
        A,
        ask.Choose(target=B, direction="N"),
        ("illegal_choice", "GS-48", "target"),
    ),
    (
        lambda: plays("shot-1", (4, 19), (4, 3)),
        A,
        ask.TakePath(A, ("N",)),
        ("not_your_prompt", "GS-47", None),
    ),
    (
        lambda: plays("spring-1", (4, 19)),
        A,
        ask.Choose(direction="S"),
        ("illegal_choice", "GS-48", "direction"),
    ),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_bad_input_is_refused_and_changes_nothing(number: int) -> None:
    scene, seat, command, refusal = CASES[number]
    given = scene()
    assert given.refused(seat, command) == refusal
    assert refusal[0] in REFUSALS
    with pytest.raises(Rejected):
        GAME.preview(given.state, seat, command)


def test_before_and_after_the_championship_everything_is_refused() -> None:
    over = moving(A, "201", (4, 2), knocked_out=[B, C]).do(A, ask.TakePath(A, ("N",))).state
    for state in (GAME.initial, over):
        with pytest.raises(Rejected) as refusal:
            GAME.decide(state, A, PASS, Fated())
        assert refusal.value.code == "not_racing"


def test_every_refusal_is_explained() -> None:
    assert all(text.endswith(".") for text in REFUSALS.values())
