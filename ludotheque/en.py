"""English for the words of games: how seats are named, lists, plurals and ordinals."""

from domain.kernel.words.en import Names, capital, counted, listed, ordinal

__all__ = ["Names", "capital", "counted", "listed", "ordinal"]
