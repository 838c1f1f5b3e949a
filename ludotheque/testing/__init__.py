"""Tools for the tests of a game: given-when-then over events, and luck that a test prescribes."""

from ludotheque.testing.luck import Fated, Seeded
from ludotheque.testing.spec import Given, Spec, Then

__all__ = ["Fated", "Given", "Seeded", "Spec", "Then"]
