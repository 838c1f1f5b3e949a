"""Drawing the document leaves the log lines of the process as they were."""

import logging

from api.openapi import document


def test_the_document_is_drawn_without_a_change_to_the_log() -> None:
    before = list(logging.getLogger().handlers), logging.getLogger("uvicorn.error").propagate
    document.document.__wrapped__()
    assert (
        list(logging.getLogger().handlers),
        logging.getLogger("uvicorn.error").propagate,
    ) == before
    assert not logging.getLogger("litestar").handlers
