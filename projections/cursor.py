"""Cursors of lists: the place after which a page begins, as a word without meaning for clients."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode


def token(place: str) -> str:
    return urlsafe_b64encode(place.encode()).decode().rstrip("=")


def place_of(cursor: str, form: re.Pattern[str]) -> str:
    """The inverse of `token` for places of this form, and of nothing else; else ValueError."""
    try:
        place = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:  # also what is not ASCII, and what is not UTF-8
        place = ""
    if not form.fullmatch(place) or token(place) != cursor:
        raise ValueError("not a cursor of this list")
    return place
