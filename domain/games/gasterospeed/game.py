"""Gastérospeed, assembled."""

from domain.games.gasterospeed import choices, deal, decide, view
from domain.games.gasterospeed.commands import GasteroCommand, GasteroOptions
from domain.games.gasterospeed.components import BOX, COLOURS
from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.greedy import greedy
from domain.games.gasterospeed.seen import GasteroView
from domain.games.gasterospeed.state import GasteroState, NotBegun
from domain.kernel.game import Game, Title

GAME: Game[GasteroCommand, GasteroEvent, GasteroOptions, GasteroState, GasteroView | None] = Game(
    key="gasterospeed",
    title=Title("Gastérospeed", "Gastérospeed"),
    rules_version="3",
    seats=range(BOX.players[0], BOX.players[1] + 1),
    seats_rule="GS-2",
    clocks=BOX.timeouts_seconds,
    pieces=tuple(COLOURS),
    pieces_rule="GS-111",
    initial=NotBegun(),
    admit=deal.admit,
    deal=deal.deal,
    decide=decide.decide,
    preview=decide.preview,
    decision=choices.decision,
    legal=choices.legal,
    open_parameters=choices.open_parameters,
    default=choices.default,
    lapse=choices.lapse,
    greedy=greedy,
    outcome=choices.outcome,
    view=view.view,
    piece_names=choices.piece_names,
    rewards=choices.rewards,
)
