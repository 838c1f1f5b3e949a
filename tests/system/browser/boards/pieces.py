"""Where the pieces of a view are drawn: one check for each game."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

View = dict[str, Any]
NEAR = 1.5  # pixels

_CENTRES = """selector => [...document.querySelectorAll(selector)].map(element => {
  const box = element.getBoundingClientRect();
  return [{...element.dataset}, box.x + box.width / 2, box.y + box.height / 2, box.x];
})"""
_ORIGINS = """selector => [...document.querySelectorAll(selector)].map(element => {
  const {e, f} = element.getScreenCTM();
  const ground = document.querySelector(".gasterospeed-cells");
  const point = new DOMPoint(e, f).matrixTransform(ground.getScreenCTM().inverse());
  return [{...element.dataset}, e, f, ground.isPointInFill(point)];
})"""
_PIECES = """selector => [...document.querySelectorAll(`${selector} [data-piece]`)]
  .map(element => element.dataset.piece)"""


def near(one: float, other: float) -> bool:
    return abs(one - other) <= NEAR


def gumball_rally(page: Page, view: View) -> None:
    """The buggies stand in the order of the line, each over its card."""
    found = page.evaluate(_CENTRES, "[data-seat]")
    front_first = sorted(found, key=lambda each: int(each[0]["place"]))
    assert [int(data["seat"]) for data, *_ in front_first] == [b["seat"] for b in view["line"]]
    across = [-x for _, x, _, _ in front_first]
    down = [y for _, _, y, _ in front_first]
    assert _rising(across) or _rising(down)
    for buggy in view["line"]:
        under = [buggy["card"]] if buggy["card"] else []
        assert pieces(page, f"[data-seat='{buggy['seat']}']") == under
    assert set(view["hand"] or ()) <= set(pieces(page, ".board-hand"))
    assert set(view["dangers_revealed"]) <= set(pieces(page, ".board-line"))


def bug_race(page: Page, view: View) -> None:
    """Every foot is in its slot, and every body on its segments."""
    feet: list[float] = []
    for track in view["tracks"]:
        here = f"[data-track='{track['seat']}']"
        legs = page.evaluate(_CENTRES, f"{here} [data-leg]")
        left = [int(data["slot"]) for data, *_ in legs if data["leg"].startswith("L")]
        right = [int(data["slot"]) for data, *_ in legs if data["leg"].startswith("R")]
        assert (left, right) == (track["stance"]["left"], track["stance"]["right"])
        feet += [x for _, x, _, _ in page.evaluate(_CENTRES, f"{here} [data-leg] circle")]
    slots = [s for t in view["tracks"] for s in (*t["stance"]["left"], *t["stance"]["right"])]
    _proportional(zip(slots, feet, strict=True))
    tails = page.evaluate(_CENTRES, "[data-body]")
    assert [int(data["body"]) for data, *_ in tails] == [
        t["stance"]["body"] for t in view["tracks"]
    ]
    _rises_with([(int(data["body"]), left) for data, _, _, left in tails])


def galopp_royal(page: Page, view: View) -> None:
    """The chairs stand on their spaces, the bearers on their displays."""
    chairs = page.evaluate(_CENTRES, "[data-position]")
    drawn = {int(data["seat"]): (int(data["position"]), x) for data, x, *_ in chairs}
    wanted = {c["seat"]: c["position"] for c in view["chairs"] if c["position"] is not None}
    assert {seat: position for seat, (position, _) in drawn.items()} == wanted
    for chair in view["chairs"]:
        if any(chair["display"]):
            assert pieces(page, f"[data-display='{chair['seat']}']") == chair["display"]
    bodies = page.evaluate(_CENTRES, "[data-position] .galopp_royal-outline rect")
    if view["track"]:
        inside = range(view["track"]["pond"], view["track"]["goal"] + 1)
        spots = zip(wanted.values(), (x for _, x, *_ in bodies), strict=True)
        _proportional((p, x) for p, x in spots if p in inside)
    if view["auction"]:
        for bidder in view["auction"]["bidders"]:
            cards = bidder["bearers"] or [""] * bidder["cards"]
            assert pieces(page, f"[data-bidder='{bidder['seat']}']") == list(cards)


def asterix(page: Page, view: View) -> None:
    """Captures lie before their players, the card played for in the middle."""
    for player in view["players"]:
        lying = pieces(page, f"[data-player='{player['seat']}']")
        assert sorted(lying) == sorted((*player["romans"], *player["pirates"]))
    if view["visible"]:
        assert pieces(page, f"[data-visible='{view['visible']}']") == [view["visible"]]
    assert pieces(page, ".board-hand") == list(view["hand"] or ())


def gasterospeed(page: Page, view: View) -> None:
    """Snails, terrain and targets form one grid, and snails stand on its ground."""
    cells = page.evaluate(_ORIGINS, "[data-cell]")
    drawn = {int(each["snail"]): each["cell"] for each, *_ in cells if "snail" in each}
    wanted = {s["snail"]: f"{s['cell'][0]},{s['cell'][1]}" for s in view["snails"] if s["cell"]}
    assert drawn == wanted
    assert all(inside for each, _, _, inside in cells if "snail" in each)
    spots = [(*map(int, each["cell"].split(",")), x, y) for each, x, y, _ in cells]
    turned = page.locator("[data-turned='true']").count() == 1
    _proportional((-cy if turned else cx, x) for cx, cy, x, _ in spots)
    _proportional((cx if turned else cy, y) for cx, cy, _, y in spots)
    glyphs = {(cx, cy) for cy, row in enumerate(view["circuit"]["map"]) for cx in range(len(row))
              if row[cx] not in "#.SF"}  # fmt: skip
    terrain = [each["cell"] for each, *_ in cells if "terrain" in each]
    assert sorted(terrain) == sorted(f"{cx},{cy}" for cx, cy in glyphs)
    for snail in view["snails"]:
        if snail["status"] == "active" and snail["cell"]:
            pips = page.locator(f"[data-snail='{snail['snail']}'] .gasterospeed-pip")
            assert pips.count() == snail["shells"]


def pieces(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(_PIECES, selector)
    return found


def _rising(numbers: list[float]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _rises_with(pairs: Iterable[tuple[int, float]]) -> None:
    """The further on the track, the further right; equal places are equally far."""
    ordered = sorted(pairs)
    for (one, x), (other, further) in pairwise(ordered):
        assert near(x, further) if one == other else x < further, ordered


def _proportional(pairs: Iterable[tuple[int, float]]) -> None:
    """Equal distances on the track are equal distances on the screen."""
    ordered = sorted(pairs)
    if len({place for place, _ in ordered}) < 2:
        return
    (first, x), (last, end) = ordered[0], ordered[-1]
    step = (end - x) / (last - first)
    assert step > 0
    for place, at in ordered:
        assert near(at, x + step * (place - first)), ordered


CHECKS: dict[str, Callable[[Page, View], None]] = {
    "gumball_rally": gumball_rally,
    "bug_race": bug_race,
    "galopp_royal": galopp_royal,
    "asterix": asterix,
    "gasterospeed": gasterospeed,
}
