"""The one path on which anything ever happens: fold, judge, append at the expected version."""
