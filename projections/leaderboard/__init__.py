"""Leaderboards: results of finished tables folded into ratings."""
