"""The rules: pure functions over frozen values; only the standard library and msgspec."""
