"""All tasks that can be left to do; each is defined with the rules that it applies."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.games.gasterospeed.rules.actions import Act
from domain.games.gasterospeed.rules.cards import CheckHands, Deal, ExtraCard, Refill, Take
from domain.games.gasterospeed.rules.dice import Roll, RollAgain
from domain.games.gasterospeed.rules.finish import DiscardChoice, RaceCheck
from domain.games.gasterospeed.rules.loss import Hit, Jostled, ThrownBack, Wave
from domain.games.gasterospeed.rules.moving_cards import (
    Bound,
    FirstBound,
    Folly,
    FollyStep,
    SecondBound,
    Tumble,
)
from domain.games.gasterospeed.rules.quick_cards import Firecracker, Shot
from domain.games.gasterospeed.rules.race import Placing, Stakes, StartRolls
from domain.games.gasterospeed.rules.scoring import Bonus
from domain.games.gasterospeed.rules.speed import Move
from domain.games.gasterospeed.rules.terrain import (
    AfterMove,
    CardDone,
    Cleave,
    Drift,
    Kick,
    Mole,
    Prick,
)
from domain.games.gasterospeed.rules.turn import (
    LayActions,
    LaySpeeds,
    NextTurn,
    Sweep,
    TurnEnd,
    Withdrawals,
)
from domain.games.gasterospeed.state import Finished, NotBegun, Racing

Start: TypeAlias = Stakes | Deal | StartRolls | Placing
Hand: TypeAlias = Refill | Take | ExtraCard | CheckHands | DiscardChoice
Turn: TypeAlias = LaySpeeds | Move | AfterMove | LayActions | Act | CardDone | RaceCheck
TurnsEnd: TypeAlias = TurnEnd | Withdrawals | Sweep | NextTurn
Card: TypeAlias = Roll | RollAgain | Firecracker | Shot | Bound | FirstBound | SecondBound
Shove: TypeAlias = Tumble | Folly | FollyStep | Jostled | ThrownBack
Terrain: TypeAlias = Hit | Wave | Mole | Kick | Prick | Cleave | Drift
AnyTask: TypeAlias = Start | Hand | Turn | TurnsEnd | Card | Shove | Terrain | Bonus
AnyState: TypeAlias = NotBegun | Racing[AnyTask] | Finished[AnyTask]  # as they are decoded
Todo: TypeAlias = Annotated[
    tuple[AnyTask, ...],
    Meta(
        description="The steps of the rules that are still to be done, the open question first."
        " They are for auditors; a client needs the other fields only."
    ),
]
