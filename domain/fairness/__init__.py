"""Luck anyone can check and histories nobody can change unseen. These formats never change."""
