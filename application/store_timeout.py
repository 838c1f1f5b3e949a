"""How long the store may take to answer before a caller is told that it does not."""

import os
from collections.abc import Mapping

NAME = "LUDOTHEQUE_STORE_SECONDS"
SECONDS = 0.9
SHORTEST, LONGEST = 0.05, 60.0


def seconds(env: Mapping[str, str] = os.environ) -> float:
    """The whole time in which an answer is sought; one attempt has a little more than half of it.

    Raises ValueError, naming the setting, for anything but a sensible number.
    """
    said = env.get(NAME) or str(SECONDS)
    try:
        found = float(said)
    except ValueError:
        found = 0.0
    if not SHORTEST <= found <= LONGEST:
        raise ValueError(f"{NAME} is {said!r}; it must be from {SHORTEST} to {LONGEST:g} seconds.")
    return found
