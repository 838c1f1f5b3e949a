"""The start of a table: who plays, with which rewards and which sealed luck."""

from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.refusals import Rejected
from domain.table.commands import Start
from domain.table.decide.phase import require_open
from domain.table.decide.seating import places
from domain.table.events import TableEvent
from domain.table.opening_events import SeatTaken, TableStarted
from domain.table.refusals import OnlyHostStarts, WrongNumberSeated
from domain.table.state import Open, Setup, Table


def start(state: Table, game: AnyGame, player: PlayerId, command: Start) -> list[TableEvent]:
    seating = require_open(state)
    if player != seating.setup.host:
        raise Rejected(OnlyHostStarts())
    sitting = len(seating.sitters)
    seats = seats_for(game, seating.setup, sitting)
    if seats is None:
        few, many = game.seats[0], game.seats[-1]
        raise Rejected(WrongNumberSeated(game.title, few, many, sitting), rule=game.seats_rule)
    kept = [further_seat(game, seating, seat) for seat in range(sitting, seats)]
    players = (*(sitter.player for sitter in seating.sitters), *(each.player for each in kept))
    won = {c.player: c.rewards for c in seating.setup.carried if c.player not in command.spent}
    luck = (*(sitter.luck for sitter in seating.sitters), *(None for _ in kept))
    rewards = tuple(won.get(player, ()) for player in players)
    keys = (*(sitter.key for sitter in seating.sitters), *(each.key for each in kept))
    setup = seating.setup
    fixed = (setup.game, setup.rules_version, setup.options, players, rewards, luck)
    return [*kept, TableStarted(*fixed, keys if any(keys) else ())]


def seats_for(game: AnyGame, setup: Setup, people: int) -> int | None:
    """Return how many seats these players fill, the whole table if possible; None if none fits."""
    sizes = (setup.seats, *game.seats)
    return next((n for n in sizes if places(game, setup.options, n) == people), None)


def further_seat(game: AnyGame, seating: Open, seat: Seat) -> SeatTaken:
    """Return the event for a further seat of a seated player; such a seat gives no luck."""
    keeper = seating.sitters[game.keeper(seating.setup.options, seat)]
    return SeatTaken(seat, keeper.player, None, None, keeper.bot, keeper.key)
