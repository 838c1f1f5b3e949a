"""Webhooks and their deliveries as they are stored, and the port of that store."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias, get_args

from domain.kernel.ids import Moment, PlayerId, TableId
from domain.kernel.messages import Value

Own: TypeAlias = Literal["your_turn", "table_started", "table_finished", "rematch"]
Lobby: TypeAlias = Literal[
    "lobby_opened", "lobby_seat_taken", "lobby_seat_left", "lobby_started", "lobby_closed"
]
Feed: TypeAlias = Literal["feed"]
Subscribed: TypeAlias = Literal[Own, Lobby, Feed]  # what a webhook can be created for
Happening: TypeAlias = Literal[Subscribed, "test"]
OWN_EVENTS: tuple[Own, ...] = get_args(Own)
LOBBY_EVENTS: tuple[Lobby, ...] = get_args(Lobby)
OF_ALL_TABLES: frozenset[str] = frozenset((*LOBBY_EVENTS, "feed"))
Status: TypeAlias = Literal["waiting", "delivered", "failed", "superseded"]
Redelivery: TypeAlias = Literal["queued", "unknown", "disabled", "full"]


class About(Value, frozen=True):
    """The webhook as its owner created it; it never changes."""

    owner: PlayerId
    url: str
    events: tuple[Subscribed, ...]
    table: TableId | None
    games: tuple[str, ...] = ()  # only tables of these games; none: of all
    address: str = ""  # from which it was created

    @property
    def lobby(self) -> bool:
        """Return whether the webhook gets notices of all public tables."""
        return not OF_ALL_TABLES.isdisjoint(self.events)


class Secret(Value, frozen=True):
    text: str  # whsec_…
    until: int | None = None  # ms since 1970; None: until the next rotation


class Disabled(Value, frozen=True):
    """When and why the server stopped sending to a webhook."""

    at: Moment
    reason: str
    """Why the webhook was disabled."""


class Hook(Value, frozen=True):
    id: str
    about: About
    secrets: tuple[Secret, ...]  # the newest first
    created: int  # ms since 1970, by the store's clock
    disabled: Disabled | None = None
    succeeded: int | None = None  # when anything was last delivered
    failures: int = 0  # attempts in a row, of any delivery
    failing_since: int | None = None
    resumes: int | None = None  # no attempt is made before
    cursor: str | None = None  # the last entry of the public feed whose notices it has


class Attempt(Value, frozen=True):
    """An attempt to deliver a notice: the status of the response, or the error."""

    at: Moment
    status: int | None  # of the answer, if there was one
    """The HTTP status of the response; null if there was none."""
    error: str | None
    """Why no response came; null if one did."""


class Delivery(Value, frozen=True, kw_only=True):
    """A notice to one webhook and its attempts; its id is the same at every attempt."""

    id: str
    """The id of the delivery."""
    event: Happening
    """The kind of notice that is delivered."""
    table: TableId | None  # none: a test
    """The id of the table of the notice; null for a test."""
    version: int | None
    """The version of the table: the number of its events so far."""
    at: Moment  # when it happened
    status: Status = "waiting"
    """`waiting` for the next attempt, `delivered`, `failed` after the last attempt, or `superseded`
    by a newer notice.
    """
    tries: int = 0  # attempts since it was queued, or queued again
    """How often it was tried."""
    superseded_by: str | None = None  # the delivery that replaced it while it waited
    """The delivery that replaces this one."""
    reason: str | None = None  # why it failed without an attempt
    """Why the last attempt failed; null if none did."""
    attempts: tuple[Attempt, ...] = ()
    """Every attempt to deliver the notice so far, oldest first."""


class DueWebhook(NamedTuple):
    """A webhook with a delivery that is due."""

    id: str
    seen: bytes  # its due time, as the store wrote it
    public: bool = False  # whether it is for public notices


class DeliveryClaim(NamedTuple):
    """A delivery that one courier sends; until the lease ends no other has this webhook."""

    hook: Hook
    delivery: Delivery
    token: str


class Settled(NamedTuple):
    """What follows from an attempt, for the delivery and for its webhook."""

    delivery: Delivery
    again_ms: int = 0  # until the next attempt, if it still waits
    failures: int = 0
    failing_since: int | None = None
    pause_ms: int = 0  # in which nothing is sent to the webhook
    disabled: Disabled | None = None


class Overflow(NamedTuple):
    """What is stored instead of a delivery for which there is no room."""

    delivery: Delivery
    disabled: Disabled


class Redelivered(NamedTuple):
    queued: int
    failed: int  # for which there was no room


class MostPublic(NamedTuple):
    """How many webhooks for public notices there may be, on the server and of one address."""

    on_server: int = 10**9
    at_address: int = 10**9


class TooManyPublic(Exception):
    """The server, or the address, has as many webhooks for public notices as it may have."""

    def __init__(self, at_address: bool) -> None:
        super().__init__()
        self.at_address = at_address


NO_LIMIT = MostPublic()


class Pull(NamedTuple):
    """The next notices of a webhook from the public feed, up to a cursor."""

    hook: Hook
    reached: str
    deliveries: Sequence[Delivery]


class WebhookStore(Protocol):
    async def add(
        self, key: str, about: About, secret: Secret, most: int, public: MostPublic = NO_LIMIT
    ) -> Hook | None:
        """Store a webhook; None if its owner already has `most` of them.

        Raises TooManyPublic.
        """

    async def remove(self, hook: Hook) -> None:
        """Delete a webhook with its deliveries."""

    async def of(self, owner: PlayerId) -> list[Hook]:
        """Return all webhooks of one player, the oldest first."""

    async def find(self, ids: Sequence[str]) -> list[Hook | None]:
        """Return the webhooks with these ids, None where there is none."""

    async def revision(self) -> int:
        """Return a number that changes whenever a webhook is created or deleted."""

    async def every(self) -> list[Hook]:
        """Return all webhooks."""

    async def queued(self, hook: Hook) -> int:
        """Return how many deliveries of a webhook wait."""

    async def rotate(self, hook: Hook, secrets: tuple[Secret, ...]) -> bool:
        """Replace the secrets unless they have changed since `hook` was read."""

    async def notify(
        self, hook: Hook, delivery: Delivery, happened: int, most: int, overflow: Overflow
    ) -> bool:
        """Queue a delivery once, and only of events since the webhook was created.

        A turn at a table supersedes the one that waits. If `most` deliveries wait, `overflow` is
        stored and the webhook is disabled: returns False.
        """

    async def pull(self, pulls: Sequence[Pull], room: int) -> list[tuple[int, bool] | None]:
        """Queue notices once, and move the cursors on; return how many wait, and whether it was so.

        Nothing is queued while `room` wait. None: the webhook is deleted or disabled, or another
        process was faster.
        """

    async def claim(self, due: DueWebhook, lease_ms: int, token: str) -> DeliveryClaim | None:
        """Return the delivery that is due; None if another courier was faster or nothing is due."""

    async def settle(self, claim: DeliveryClaim, settled: Settled) -> None:
        """Store the result of an attempt and end the lease."""

    async def deliveries(
        self, key: str, limit: int, before: int | None = None
    ) -> list[tuple[int, Delivery]]:
        """Return deliveries of a webhook with their places in the log, the newest first."""

    async def delivery(self, key: str, delivery: str) -> Delivery | None:
        """Return one delivery of the log."""

    async def enable(self, hook: Hook) -> None:
        """End the pause of a disabled webhook; all that waits is due at once."""

    async def redeliver(self, hook: Hook, delivery: str, most: int) -> Redelivery:
        """Queue a delivery of the log again, unless `most` wait."""

    async def redeliver_failed(self, hook: Hook, most: int) -> Redelivered | None:
        """Queue all failed deliveries again, while fewer than `most` wait; None if disabled."""

    async def waiting(self) -> int:
        """Return how many webhooks have a delivery that still has to be made."""
