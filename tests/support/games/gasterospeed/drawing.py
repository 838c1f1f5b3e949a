"""A view as people read it: the map with the snails on it, the walls, what lies before whom."""

from domain.games.gasterospeed.components import Cell
from domain.games.gasterospeed.seen import CircuitView, GasteroView, SnailView

MARKS = "ABCDEF"


def drawn(view: GasteroView) -> str:
    where = f"race {view.race} of {view.races}, turn {view.turn}, {view.circuit.name}"
    lines = [where, *board(view), *(_snail(snail) for snail in view.snails), *_cards(view)]
    return "\n      ".join(lines)


def board(view: GasteroView) -> list[str]:
    """Active snails are capital letters, K.O. snails small ones; | and _ are thin walls."""
    standing = {snail.cell: _mark(snail) for snail in view.snails if snail.cell is not None}
    return [_row(view.circuit, standing, y) for y in range(len(view.circuit.map))]


def _mark(snail: SnailView) -> str:
    return MARKS[snail.snail] if snail.status == "active" else MARKS[snail.snail].lower()


def _row(circuit: CircuitView, standing: dict[Cell, str], y: int) -> str:
    row = ""
    for x, glyph in enumerate(circuit.map[y]):
        floor = "_" if (x, y + 1, "N") in circuit.walls else glyph
        side = "|" if (x, y, "E") in circuit.walls else " "
        row += standing.get((x, y), floor) + (side if circuit.walls else "")
    return row.rstrip()


def _snail(snail: SnailView) -> str:
    laid = [lying.card for lying in (snail.speed, snail.action) if lying and lying.card]
    cards = f", {' and '.join(laid)}" if laid else ""
    return (
        f"{_mark(snail)} {snail.name} of seat {snail.seat}: {snail.status}, "
        f"{snail.shells}/{snail.full} shells{cards}"
    )


def _cards(view: GasteroView) -> list[str]:
    points = ", ".join(str(each.points) for each in view.standings)
    hands = ", ".join(str(each.hand_size) for each in view.standings)
    asked = "nobody" if view.question is None else f"{view.question.kind} {view.question.seats}"
    return [f"points {points}; hands {hands}; piles {view.piles}; asked: {asked}"]
