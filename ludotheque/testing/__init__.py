"""Tools for the tests of a game: given-when-then over events, and luck that a test prescribes."""

from ludotheque.testing.spec import Fated, Given, Seeded, Spec, Then

__all__ = ["Fated", "Given", "Seeded", "Spec", "Then"]
