"""Astérix, le jeu de cartes, assembled."""

from domain.games.asterix import choices, deal, decide, view
from domain.games.asterix.commands import AsterixCommand, AsterixOptions
from domain.games.asterix.components import BOX, CHARACTERS
from domain.games.asterix.events import AsterixEvent
from domain.games.asterix.greedy import greedy
from domain.games.asterix.state import AsterixState, NotGathered
from domain.games.asterix.view import AsterixView
from domain.kernel.game import Game, Title

GAME: Game[AsterixCommand, AsterixEvent, AsterixOptions, AsterixState, AsterixView | None] = Game(
    key="asterix",
    title=Title("Asterix: the card game", "Astérix, le jeu de cartes"),
    rules_version="3",
    seats=range(BOX.players[0], BOX.players[1] + 1),
    seats_rule="AX-2.1",
    clocks=BOX.timeouts_seconds,
    pieces=CHARACTERS,
    pieces_rule="AX-2.1",
    initial=NotGathered(),
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
