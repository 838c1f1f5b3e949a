"""The caller of the request that is being answered, as the limits see it."""

from contextvars import ContextVar

from msgspec import Struct

from api.admission.token_bucket import Allowance


class Caller(Struct):
    address: str  # the network of an IPv6 address, for one caller has all of it
    token: bytes | None = None  # the hash of a token that is known to be a player's
    work: Allowance | None = None  # what is left for replays, if this request was one


IN_SCOPE = "ludotheque.caller"  # of a request in a quick way, which has no context of its own
NOBODY = Caller("")
CALLER: ContextVar[Caller] = ContextVar("caller", default=NOBODY)
