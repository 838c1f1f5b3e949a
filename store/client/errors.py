"""Errors that mean: the store cannot be reached, or did not answer in time."""

from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from store.client.connection import CONNECTION_ERRORS
from store.client.replies import ReplyLost

STORE_ERRORS: tuple[type[Exception], ...] = (
    StoreUnavailable,
    OutcomeUnknown,
    ReplyLost,
    *CONNECTION_ERRORS,
)
