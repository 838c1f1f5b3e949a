"""Which tokens behind open streams are no longer valid."""

from collections.abc import Iterable

from application.ports.accounts import Accounts

ASKED = 1_000  # tokens in one request to the store


async def lost_tokens(accounts: Accounts, used: Iterable[bytes]) -> set[bytes]:
    """Return the tokens that have expired, or were revoked without notice."""
    tokens, lost = list(set(used)), set[bytes]()
    for start in range(0, len(tokens), ASKED):
        some = tokens[start : start + ASKED]
        valid = await accounts.are_valid(some)
        lost |= {token for token, is_valid in zip(some, valid, strict=True) if not is_valid}
    return lost
