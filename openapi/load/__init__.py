"""Bounded load runs: tables played from their lists of actions, without knowledge of any game."""
