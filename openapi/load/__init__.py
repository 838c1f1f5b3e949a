"""A bounded load run: plays tables by their actions lists, knows no game, leaves nothing."""
