"""The names of the keys of people: accounts, presence, seeks, quotas and webhooks."""

from domain.kernel.ids import PlayerId

PRESENCE_PROCESSES = "{presence}:processes"  # sorted set, expires: process -> end of its lease
PRESENCE_CHANGES = (
    "{presence}:changes"  # stream, expires: t = a table with new streams, p = process
)


def player(player_id: PlayerId) -> str:
    """Hash: name, scopes (those that tokens may have), created (seconds since 1970)."""
    return "{accounts}:player:" + player_id


def token(token_hash: bytes) -> str:
    """Hash: id, player, name, scopes, created (seconds since 1970), expires (ms, or empty)."""
    return "{accounts}:token:" + token_hash.hex()


def tokens_of(player_id: PlayerId) -> str:
    """Hash: id of a token -> its hash (32 raw bytes)."""
    return "{accounts}:tokens:" + player_id


def codes_of(player_id: PlayerId) -> str:
    """Set: hashes of the recovery codes that were not used (32 raw bytes each)."""
    return "{accounts}:codes:" + player_id


def recovery_code(code_hash: bytes) -> str:
    """String: the player with this recovery code."""
    return "{accounts}:code:" + code_hash.hex()


ACCOUNT_CHANGES = (
    "{accounts}:changes"  # stream, for a minute: `token` or `expiry` hash, `player` id
)
INVITATION_USES = "{accounts}:invitations"  # hash: invitation -> how many players have used it
ACTS = "{administration}:acts"  # stream: entry `<number>-0` is an act, a = record, h = head


def ticket(word_hash: bytes) -> str:
    """String, for 30 s: the caller of a stream ticket."""
    return "{tickets}:" + word_hash.hex()


SEEK_PLACES = "{seeks}:places"  # string: how many seeks were made; their order is their age
PENDING_MATCHES = "{seeks}:pending"  # sorted set: table of a match -> ms at which it is due
DUE_WEBHOOKS = "{webhooks}:due"  # sorted set: webhook -> ms since 1970 of its next attempt
DUE_PUBLIC_WEBHOOKS = "{webhooks}:due_public"  # the same, of those for public notices
PUBLIC_WEBHOOKS = "{webhooks}:public"  # set: those that get notices of all public tables
WEBHOOK_PULLER = "{webhooks}:puller"  # string, expires: the process that queues public notices
ALL_WEBHOOKS = "{webhooks}:all"  # set: every webhook, and a mark once those of 0.3.0 are in it, too


def webhook(webhook_id: str) -> str:
    """Hash: body, secrets, created, disabled, and what couriers know; see `deliveries.lua`."""
    return "{webhooks}:webhook:" + webhook_id


def webhooks_of_owner(owner: PlayerId) -> str:
    """Set: the webhooks that a player has created."""
    return "{webhooks}:owner:" + owner


def webhooks_at_address(address: str) -> str:
    """Set: the webhooks for public notices that were created from an address."""
    return "{webhooks}:address:" + address


def deliveries(webhook_id: str) -> str:
    """Hash: delivery -> its status and body."""
    return "{webhooks}:deliveries:" + webhook_id


def delivery_places(webhook_id: str) -> str:
    """Sorted set: delivery -> its place in the log."""
    return "{webhooks}:places:" + webhook_id


def delivery_keys(webhook_id: str) -> tuple[str, ...]:
    """Return the keys of one webhook, in the order that `deliveries.lua` expects.

    After those above: sorted sets of deliveries that wait (by their due time), failed and are done
    (by their place), with a hash between them: table -> the turn that waits.
    """
    others = ("waiting", "turns", "failed", "done")
    return (
        webhook(webhook_id),
        deliveries(webhook_id),
        delivery_places(webhook_id),
        *(f"{{webhooks}}:{each}:{webhook_id}" for each in others),
    )


def quota(kind: str, caller: str) -> str:
    """Sorted set: what a caller holds -> ms since 1970 at which it ends.

    Of what may be done so often: string, ms since 1970 at which all of it may be done again. Each
    caller has a slot of its own.
    """
    return f"{{quota-{caller}}}:{kind}"


def usage(measure: str, minute: int) -> str:
    """Sorted set, expires: player or address -> how much it used in this minute since 1970."""
    return f"{{usage}}:{measure}:{minute}"


WEBHOOK_REVISION = "{webhooks}:revision"  # string: how often the set of webhooks has changed
