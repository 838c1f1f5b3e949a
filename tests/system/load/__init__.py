"""Load runs; as a package, the tests share servers (`conftest.py`)."""
