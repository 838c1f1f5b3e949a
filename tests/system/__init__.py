"""Tests with real processes; as a package, they share some of them (`conftest.py`)."""
