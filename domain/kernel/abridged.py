"""Marks a list of internal values, which the API document does not describe in full."""

from msgspec import Meta

MARK = "x-abridged"


def abridged(description: str) -> Meta:
    """Return the annotation of a list of tagged structs that clients need not understand."""
    return Meta(description=description, extra_json_schema={MARK: True})
