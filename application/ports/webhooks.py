"""Webhooks and their deliveries: what is stored of them, and the port of that store."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, NewType, Protocol, TypeAlias

from domain.kernel.ids import Moment, PlayerId, TableId
from domain.kernel.messages import Value

Happening: TypeAlias = Literal["your_turn", "table_started", "table_finished"]
Status: TypeAlias = Literal["waiting", "delivered", "given_up"]


class About(Value, frozen=True):
    """The webhook as its owner created it; it never changes."""

    owner: PlayerId
    url: str
    events: tuple[Happening, ...]
    table: TableId | None


class Secret(Value, frozen=True):
    text: str  # whsec_…
    until: int | None = None  # ms since 1970; None: until the next rotation


class Disabled(Value, frozen=True):
    """When and why the server stopped sending to a webhook."""

    at: Moment
    reason: str


class Hook(Value, frozen=True):
    id: str
    about: About
    secrets: tuple[Secret, ...]  # the newest first
    created: int  # ms since 1970, by the store's clock
    disabled: Disabled | None = None
    succeeded: int | None = None  # when anything was last delivered


class Attempt(Value, frozen=True):
    """An attempt to deliver a notice: the status of the response, or the error."""

    at: Moment
    status: int | None  # of the answer, if there was one
    error: str | None


class Delivery(Value, frozen=True, kw_only=True):
    """A notice to one webhook and its attempts; its id is the same at every attempt."""

    id: str
    event: Happening
    table: TableId
    version: int
    at: Moment  # when it happened
    status: Status = "waiting"
    attempts: tuple[Attempt, ...] = ()


DeliveryRef = NewType("DeliveryRef", str)  # `<webhook>|<delivery>`, an entry of the due set


class Due(NamedTuple):
    hook: Hook
    delivery: Delivery


class WebhookStore(Protocol):
    async def add(self, key: str, about: About, secret: Secret, most: int) -> Hook | None:
        """Store a webhook; None if its owner already has `most` of them."""

    async def remove(self, hook: Hook) -> None:
        """Delete a webhook with its deliveries."""

    async def of(self, owner: PlayerId) -> list[Hook]:
        """Return all webhooks of one player, the oldest first."""

    async def find(self, ids: Sequence[str]) -> list[Hook | None]:
        """Return the webhooks with these ids, None where there is none."""

    async def about(self, table: TableId, players: Iterable[PlayerId]) -> list[Hook]:
        """Return the webhooks that watch this table, or anything that concerns these players."""

    async def rotate(self, hook: Hook, secrets: tuple[Secret, ...]) -> bool:
        """Replace the secrets unless they have changed since `hook` was read."""

    async def notify(self, hook: Hook, delivery: Delivery, happened: int) -> bool:
        """Queue a delivery once, and only of events since the webhook was created."""

    async def settle(
        self, hook: Hook, delivery: Delivery, again_ms: int | None, disabled: Disabled | None
    ) -> None:
        """Store the result of an attempt, and when the next one is due."""

    async def deliveries(self, key: str) -> list[Delivery]:
        """Return the stored deliveries of a webhook, the newest first."""

    async def due(self, member: DeliveryRef) -> Due | None:
        """Return the delivery behind an entry of the due set; drop an entry without one."""

    async def waiting(self) -> int:
        """Return how many deliveries have still to be made."""
