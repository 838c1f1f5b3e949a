"""Gumball Rally, assembled."""

from domain.games.gumball_rally import choices, deal, decide, view
from domain.games.gumball_rally.commands import RallyCommand, RallyOptions
from domain.games.gumball_rally.components import BOX, BUGGIES
from domain.games.gumball_rally.events import RallyEvent
from domain.games.gumball_rally.greedy import greedy
from domain.games.gumball_rally.state import NotLinedUp, RallyState
from domain.games.gumball_rally.view import RallyView
from domain.kernel.game import Game, Title

GAME: Game[RallyCommand, RallyEvent, RallyOptions, RallyState, RallyView | None] = Game(
    key="gumball_rally",
    title=Title("Gumball Rally", "Gumball Rally"),
    rules_version="3",
    seats=range(BOX.players[0], BOX.players[1] + 1),
    seats_rule="GB-10",
    clocks={"play": BOX.timeouts_seconds.play},
    pieces=BUGGIES,
    pieces_rule="GB-11",
    initial=NotLinedUp(),
    admit=deal.admit,
    deal=deal.deal,
    decide=decide.decide,
    preview=decide.preview,
    decision=choices.decision,
    legal=choices.legal,
    open_parameters=choices.open_parameters,
    default=choices.default,
    greedy=greedy,
    outcome=choices.outcome,
    view=view.view,
)
