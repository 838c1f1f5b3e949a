"""Bug Race, assembled."""

from domain.games.bug_race import choices, deal, decide, view
from domain.games.bug_race.commands import BugRaceCommand, BugRaceOptions
from domain.games.bug_race.components import BOX, BUGS
from domain.games.bug_race.events import BugRaceEvent
from domain.games.bug_race.greedy import greedy
from domain.games.bug_race.state import BugRaceState, NotLinedUp
from domain.games.bug_race.view import BugRaceView
from domain.kernel.game import Game, Title

GAME: Game[BugRaceCommand, BugRaceEvent, BugRaceOptions, BugRaceState, BugRaceView | None] = Game(
    key="bug_race",
    title=Title("Bug Race", "Bug Race"),
    rules_version="2",
    seats=range(BOX.players[0], BOX.players[1] + 1),
    seats_rule="BR-10",
    clocks={"draft": BOX.timeouts_seconds.draft, "play": BOX.timeouts_seconds.play},
    pieces=BUGS,
    pieces_rule="BR-11",
    initial=NotLinedUp(),
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
