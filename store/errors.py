"""Errors that mean: the store cannot be reached, or did not answer in time."""

from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from store.client.connection import LOST
from store.client.pipeline import FateUnknown

STORE_ERRORS: tuple[type[Exception], ...] = (StoreUnavailable, OutcomeUnknown, FateUnknown, *LOST)
