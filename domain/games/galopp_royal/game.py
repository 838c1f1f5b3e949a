"""Galopp Royal, assembled."""

from msgspec.structs import asdict

from domain.games.galopp_royal import choices, deal, decide, view
from domain.games.galopp_royal.commands import GaloppCommand, GaloppOptions
from domain.games.galopp_royal.components import BOX, CHAIRS
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.greedy import greedy
from domain.games.galopp_royal.state import GaloppState, NotLinedUp
from domain.games.galopp_royal.view import GaloppView
from domain.kernel.game import Game, Title

GAME: Game[GaloppCommand, GaloppEvent, GaloppOptions, GaloppState, GaloppView | None] = Game(
    key="galopp_royal",
    title=Title("Galopp Royal", "Galopp Royal"),
    rules_version="3",
    seats=range(BOX.players[0], BOX.players[1] + 1),
    seats_rule="GR-2.1",
    clocks=asdict(BOX.timeouts_seconds),
    pieces=CHAIRS,
    pieces_rule="GR-2.2",
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
    keeper=deal.keeper,
)
