"""Pages in a real browser; as a package, they share it (`conftest.py`)."""
