"""The rules of everything: pure functions over frozen values; standard library and msgspec only."""
