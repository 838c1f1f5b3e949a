"""Bad input is refused with the rule behind it, and nothing changes."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from domain.games.gasterospeed import commands as ask
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.turn import LayActions
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated
from tests.support.games.gasterospeed.situations import PASS, SLOW, Scene, moving, plays, racing
from tests.support.seats import A, B, C

Case: TypeAlias = tuple[Seat, ask.GasteroCommand, tuple[str, str | None, str | None]]
NOT_ASKED = ("not_your_prompt", "GS-32", None)
MAZE: Any = {"circuit": "dedale_au_pode"}


def laying(**more: Any) -> Scene:
    return racing(hands={A: "101 shot-1 shell_reinforcement-1"}, **more)


def acting() -> Scene:
    return laying(asking=(LayActions(),))


CASES: list[tuple[Callable[[], Scene], list[Case]]] = [
    (
        laying,
        [
            (A, PASS, NOT_ASKED),
            (A, ask.Reroll(), NOT_ASKED),
            (A, ask.Draw("speed"), NOT_ASKED),
            (A, ask.Stake(A, 1), NOT_ASKED),
            (A, ask.Place(A, (2, 21)), NOT_ASKED),
            (A, ask.TakePath(A, ("N",)), NOT_ASKED),
            (A, ask.Choose(target=B), NOT_ASKED),
            (A, ask.AnnounceDraw(1), NOT_ASKED),
            (A, ask.TakeExtraCard(), NOT_ASKED),
            (A, ask.DiscardTwo(("101", "shot-1")), NOT_ASKED),
            (A, ask.UseExtraShell(A), ("no_extra_shell", "GS-107", None)),
            (A, ask.CommitSpeed(B, "101"), ("not_your_snail", "GS-79", "snail")),
            (A, ask.CommitSpeed(5, "101"), ("not_your_snail", "GS-79", "snail")),
        ],
    ),
    (
        lambda: laying(knocked_out=[A]),
        [(A, ask.CommitSpeed(A, "101"), ("snail_not_active", "GS-8", "snail"))],
    ),
    (acting, [(A, ask.CommitAction(A, "spring-1"), ("card_not_in_hand", "GS-26", "card"))]),
    (
        lambda: acting().do(A, ask.CommitAction(A, "shot-1")),
        [(A, ask.CommitAction(A, "101", True), ("already_committed", "GS-33", "snail"))],
    ),
    (
        lambda: moving(A, "201", (4, 10)),
        [
            (B, ask.TakePath(B, ("N",)), NOT_ASKED),
            (B, SLOW, NOT_ASKED),
            (A, ask.TakePath(B, ("N",)), ("not_your_snail", "GS-79", "snail")),
        ],
    ),
    (
        lambda: moving(A, "201", (4, 10), seats=2),
        [(0, ask.TakePath(B, ("N",)), ("snail_not_active", "GS-38", "snail"))],
    ),
    (
        lambda: moving(A, "201", (1, 14), **MAZE),
        [(A, ask.TakePath(A, ("N", "N")), ("illegal_path", "GS-41", "steps[0]"))],
    ),
    (
        lambda: moving(A, "201", (4, 12), (4, 10)),
        [(A, ask.TakePath(A, ("N", "N")), ("illegal_path", "GS-41", "steps[1]"))],
    ),
    (
        lambda: plays("shot-1", (4, 19), (3, 3)),
        [(A, ask.Choose(target=B), ("illegal_choice", "GS-48", "target"))],
    ),
    (
        lambda: plays("feeler_blow-1", (1, 14), (1, 13), (2, 14), **MAZE),
        [(A, ask.Choose(target=B), ("illegal_choice", "GS-48", "target"))],
    ),
    (
        lambda: plays("shot-1", (4, 19), (4, 3)),
        [
            (A, ask.Choose(target=B, direction="N"), ("illegal_choice", "GS-48", "target")),
            (A, ask.TakePath(A, ("N",)), ("not_your_prompt", "GS-47", None)),
        ],
    ),
    (
        lambda: plays("spring-1", (4, 19)),
        [(A, ask.Choose(direction="S"), ("illegal_choice", "GS-48", "direction"))],
    ),
]


@pytest.mark.parametrize(("scene", "cases"), CASES)
def test_bad_input_is_refused_and_changes_nothing(
    scene: Callable[[], Scene], cases: list[Case]
) -> None:
    for seat, command, refusal in cases:
        given = scene()
        assert given.refused(seat, command) == refusal
        assert refusal[0] in GAME.refusals
        with pytest.raises(Rejected):
            GAME.preview(given.state, seat, command)


def test_before_and_after_the_championship_everything_is_refused() -> None:
    over = moving(A, "201", (4, 2), knocked_out=[B, C]).do(A, ask.TakePath(A, ("N",))).state
    for state in (GAME.initial, over):
        with pytest.raises(Rejected) as refusal:
            GAME.decide(state, A, PASS, Fated())
        assert refusal.value.code == "not_racing"


def test_every_refusal_is_explained() -> None:
    assert all(text.endswith(".") for text in GAME.refusals.values())
