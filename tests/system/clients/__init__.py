"""Clients that play over HTTP; as a package, the tests share servers (`conftest.py`)."""
