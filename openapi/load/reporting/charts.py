"""Line charts as inline SVG; the colours come from the style sheet of the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 12, 28
TICKS = 4

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    name: str
    points: Sequence[Point]


def chart(title: str, unit: str, curves: Sequence[Curve], x_labels: Sequence[str] = ()) -> str:
    """Return a chart; `x_labels` name the points 0, 1, 2 …, without them x is in seconds."""
    drawn = [curve for curve in curves if curve.points]
    if not drawn:
        return ""
    scale = Scale.over([point for curve in drawn for point in curve.points])
    elements = [
        *(_grid_line(y, scale) for y in scale.y_ticks()),
        *(_x_label(x, label, scale) for x, label in _x_ticks(scale, x_labels)),
        *(_curve(n, curve, scale) for n, curve in enumerate(drawn)),
    ]
    legend = "".join(f'<span class="c{n}">{escape(c.name)}</span>' for n, c in enumerate(drawn))
    return (
        f"<figure><figcaption>{escape(title)} <small>{escape(unit)}</small> {legend}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{''.join(elements)}</svg></figure>"
    )


@dataclass(frozen=True)
class Scale:
    first: float
    last: float
    top: float

    @classmethod
    def over(cls, points: Sequence[Point]) -> "Scale":
        xs = [x for x, _ in points]
        return cls(min(0.0, *xs), max(xs), round_up(max(y for _, y in points)))

    def x(self, value: float) -> float:
        share = (value - self.first) / ((self.last - self.first) or 1)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        return round(HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM), 1)

    def y_ticks(self) -> list[float]:
        return [self.top * n / TICKS for n in range(TICKS + 1)]


def round_up(value: float) -> float:
    """Return the next of 1, 2, 4, 6, 8, 10, 20 …, so that the ticks are round numbers."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= value)


def _x_ticks(scale: Scale, labels: Sequence[str]) -> list[tuple[float, str]]:
    if labels:
        return [(float(n), label) for n, label in enumerate(labels)]
    step = (scale.last - scale.first) / TICKS
    return [(x, f"{x:.3g} s") for x in (scale.first + n * step for n in range(TICKS + 1))]


def _grid_line(value: float, scale: Scale) -> str:
    y = scale.y(value)
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value:,.4g}</text>'
    )


def _x_label(value: float, label: str, scale: Scale) -> str:
    x = scale.x(value)
    anchor = "start" if x <= LEFT else "end" if x >= WIDTH - RIGHT else "middle"
    return f'<text x="{x}" y="{HEIGHT - 8}" text-anchor="{anchor}">{escape(label)}</text>'


def _curve(number: int, curve: Curve, scale: Scale) -> str:
    """Return a curve, with a dot at each point whose title is its value."""
    name = escape(curve.name)
    points = [(scale.x(x), scale.y(y), y) for x, y in curve.points]
    path = " ".join(f"{x},{y}" for x, y, _ in points)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="2.5"><title>{name} {value:,.4g}</title></circle>'
        for x, y, value in points
    )
    return f'<g class="c{number}"><polyline points="{path}"/>{dots}</g>'
