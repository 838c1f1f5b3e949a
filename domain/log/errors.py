"""What is raised when a note, a tile or a proof is malformed or proves nothing."""


class LogError(ValueError):
    """A part of a log is malformed, or does not prove what it should."""


class NotConsistent(LogError):
    """Two views of a log do not fit each other: the log has forked."""
