"""French for the words of games: seats with their articles, elision, lists, plurals, ordinals."""

from domain.kernel.words.fr import Names, capital, counted, listed, of, ordinal

__all__ = ["Names", "capital", "counted", "listed", "of", "ordinal"]
