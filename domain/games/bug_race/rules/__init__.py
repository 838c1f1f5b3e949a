"""The arithmetic of the bug race; each function is one rule and cites it."""
