"""Astérix, le jeu de cartes: everybody chooses in secret, and the highest Gaul takes the Roman."""
