"""Workers in processes of their own; as a package, the tests share servers (`conftest.py`)."""
