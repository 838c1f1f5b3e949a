"""The API over HTTP; as a package, its tests share processes (`conftest.py`)."""
