"""Tests with real processes. Without this file, `tests/system/api` would be imported as `api`."""
