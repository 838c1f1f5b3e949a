"""The rulebook in small pieces: the board, cards, each action card, terrain, the championship."""
