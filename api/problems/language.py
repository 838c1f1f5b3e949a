"""The language of texts: `lang` of the query, else `Accept-Language`."""

import re
from collections.abc import Sequence

from domain.kernel.ids import LANGUAGES, Lang

# An answer with texts differs by the language that the caller reads.
BY_LANGUAGE = {"Vary": "Authorization, Accept-Language"}
_RANGE = re.compile(r"\s*([a-z]+)(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def chosen_language(
    lang: str | None, accepted: str | None, known: Sequence[Lang] = LANGUAGES
) -> Lang | None:
    """Return the language to use; None if the caller has named none that the server knows."""
    if lang in known:
        return lang
    if accepted is None:
        return None
    weights: dict[Lang, float] = {}
    for part in accepted.lower().split(","):
        if (found := _RANGE.fullmatch(part)) and found[1] in known:
            weights.setdefault(found[1], float(found[2] or 1))
    wanted = [each for each, weight in weights.items() if weight > 0]
    return max(wanted, key=weights.__getitem__, default=None)
