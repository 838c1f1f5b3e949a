"""What holds for the board of every game, checked at moments of a recorded table."""

from collections.abc import Iterable
from typing import Any, Literal

from tests.support.browser.boards.board_page import BoardPage
from tests.support.browser.boards.pieces import CHECKS
from tests.support.browser.boards.recording import Moment, Recorded
from tests.support.browser.boards.scene import props, watched

NARROW = 560
Scheme = Literal["light", "dark"]


def telling(moments: list[Moment]) -> list[Moment]:
    """Return the first moment of every kind of decision, some from the middle, and the last."""
    kinds: dict[tuple[str, ...], Moment] = {}
    for moment in moments:
        types = sorted({action["command"]["type"] for action in moment.actions["actions"]})
        kinds.setdefault((str((moment.actions["decision"] or {}).get("kind")), *types), moment)
    middle = moments[len(moments) // 3 :: max(1, len(moments) // 3)]
    return [*kinds.values(), *middle, moments[-1]]


class BoardChecks:
    """The board of one game at these moments of a table."""

    def __init__(
        self, board_page: BoardPage, game: str, table: Recorded, moments: list[Moment]
    ) -> None:
        self.board_page, self.game, self.moments = board_page, game, moments
        self.components = table.components

    def drawn_where_the_view_says(self, width: int, scheme: Scheme, lang: str) -> None:
        self.board_page.look(width, scheme)
        for given in self._scenes(width, lang):
            self.board_page.draw(self.game, given)
            CHECKS[self.game](self.board_page.page, given["view"])
            fits(self.board_page)
            speaks(self.board_page)
            self.board_page.draw(self.game, watched(given))
            assert self.board_page.page.locator("[data-action]").count() == 0

    def every_action_can_be_sent(self, width: int) -> None:
        self.board_page.look(width)
        for given in self._scenes(width, "en"):
            self.board_page.clear()
            self.board_page.draw(self.game, given)
            listed = [action["command"] for action in given["actions"]]
            removals = [each for each in listed if each["type"] == "galopp_royal.remove"]
            sent = missing(self.board_page.press_all(), listed)
            assert [command for command in sent if command not in removals] == []
            for removal in removals[:3]:
                assert self.board_page.removed(removal["slots"]) == removal

    def the_keyboard_sends_the_same(self, width: int) -> None:
        self.board_page.look(width)
        for given in self._scenes(width, "en"):
            self.board_page.clear()
            self.board_page.draw(self.game, given)
            commands = {action["label"]: action["command"] for action in given["actions"]}
            for part in self.board_page.page.locator("[data-action]").all()[:5]:
                for key in ("Enter", "Space"):
                    part.focus()
                    self.board_page.page.keyboard.press(key)
                    label = part.get_attribute("aria-label") or ""
                    assert self.board_page.chosen[-1] == commands[label]

    def nothing_is_sent_while_a_command_is_under_way(self) -> None:
        for given in self._scenes(1280, "en"):
            self.board_page.draw(self.game, {**given, "pending": True})
            assert self.board_page.press_all() == []

    def axe_finds_nothing(self, axe: str, width: int, scheme: Scheme, lang: str) -> None:
        self.board_page.look(width, scheme)
        for given in self._scenes(width, lang):
            self.board_page.draw(self.game, given)
            assert self.board_page.faults(axe) == []

    def the_chart_has_a_number_for_every_seat(self) -> None:
        views = [{"version": m.table["version"], "view": m.table["view"]} for m in self.moments]
        chart = self.board_page.chart(self.game, [{"version": 0, "view": None}, *views])
        assert set(chart["label"]) == {"fr", "en"}
        seats = list(range(self.moments[0].table["size"]))
        assert [each["seat"] for each in chart["series"]] == seats
        for each in chart["series"]:
            assert [version for version, _ in each["points"]] == [view["version"] for view in views]

    def moves_are_motion_unless_the_reader_wants_none(self) -> None:
        self.board_page.look(1280)
        longest = 0.0
        for scene in self._scenes(1280, "en"):
            self.board_page.draw(self.game, {**scene, "animate": True})
            longest = max(longest, self.board_page.moving())
        assert self.board_page.motions > 0
        assert 0.1 < longest <= 0.6
        self.board_page.page.emulate_media(reduced_motion="reduce")
        assert self.board_page.moving() <= 0.001
        self.board_page.look(1280)
        for scene in self._scenes(1280, "en"):
            self.board_page.draw(self.game, scene)
        assert self.board_page.motions == 0

    def _scenes(self, width: int, lang: str) -> Iterable[dict[str, Any]]:
        return [props(m, self.components, width < NARROW, lang) for m in self.moments]


def fits(board_page: BoardPage) -> None:
    """Nothing sticks out sideways, and no text is too small to read."""
    overflow, smallest = board_page.measured()
    assert overflow <= 0
    assert smallest >= 10.5


def speaks(board_page: BoardPage) -> None:
    """Every part that acts has a name and takes the focus; drawings have a text or are silent."""
    page = board_page.page
    for part in page.locator("[data-action], [data-toggle]").all():
        assert part.get_attribute("aria-label")
        assert part.get_attribute("tabindex") == "0"
    silent = page.locator("svg:not([aria-hidden=true]):not([aria-label])")
    assert silent.count() == 0


def missing(sent: list[dict[str, Any]], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    assert all(command in listed or "slots" in command for command in sent)
    return [command for command in listed if command not in sent]
