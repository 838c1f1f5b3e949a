"""Records the feed; its cursors hold times of the store, so they are replaced."""

import re

import httpx

from openapi.record.players import Player
from openapi.record.transcript import Transcript

CURSOR = "AcDSmKPuMwOC2AIBAeDkAgKQtwE"
STARTS = "table.started"
_CURSORS = re.compile(r'(^id: |"next":")[\w-]+', re.MULTILINE)


async def record_feed(transcript: Transcript, anne: Player) -> None:
    """Record a page and a stream of tables that have started; the first table is always one."""
    page = await anne.get("/v1/feed", type=STARTS, limit=1)
    transcript.whole("readFeed", "started_tables", _masked(page))
    stream = await anne.get("/v1/feed/stream", type=STARTS, max_seconds=0)
    transcript.frames("streamFeed", "started_tables", _masked(stream))


def _masked(answer: httpx.Response) -> httpx.Response:
    text = _CURSORS.sub(lambda found: found[1] + CURSOR, answer.raise_for_status().text)
    return httpx.Response(200, text=text, request=answer.request)
