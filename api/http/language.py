"""The language of texts: `lang` of the query, else `Accept-Language`."""

import re

from domain.kernel.language import Lang

# An answer with texts differs by the language that the caller reads.
BY_LANGUAGE = {"Vary": "Authorization, Accept-Language"}
_RANGE = re.compile(r"\s*(en|fr)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def chosen_language(lang: Lang | None, accepted: str | None) -> Lang | None:
    """Return the language to use; None if the caller has named none that the server knows."""
    if lang is not None or accepted is None:
        return lang
    weights: dict[Lang, float] = {}
    for part in accepted.lower().split(","):
        if found := _RANGE.fullmatch(part):
            known: Lang = "fr" if found[1] == "fr" else "en"
            weights.setdefault(known, float(found[2] or 1))
    wanted = [known for known, weight in weights.items() if weight > 0]
    return max(wanted, key=weights.__getitem__, default=None)
