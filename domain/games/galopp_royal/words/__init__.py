"""What is said at the royal court, one module per language, and signs that all of them use."""


def signed(by: int) -> str:
    """`+2`, `−2`"""
    return f"+{by}" if by > 0 else f"−{-by}"
