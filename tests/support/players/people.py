"""The ids of players by name, for scenes at any table."""

PEOPLE = tuple(
    name.ljust(26, "a") for name in ("anne", "bob", "cleo", "dora", "emil", "fanny", "gil", "hedy")
)
ANNE, BOB, CLEO, DORA, EMIL = PEOPLE[:5]
PLAYERS = PEOPLE[:3]
