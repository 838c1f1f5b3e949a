"""Asks witnesses for cosignatures by C2SP tlog-witness."""

import asyncio
import logging
from collections.abc import Iterable

import httpx

from application.ports.public_log import LogReader
from domain.log.checkpoint import Known, cosigned_at, decimal, parse_checkpoint
from domain.log.note import LogError, Note, Signature, encode_base64, parse_note, parse_signatures

SECONDS = 3.0
ATTEMPTS = 2  # the first answer may say which size the witness has seen

log = logging.getLogger(__name__)


class WitnessClient:
    def __init__(self, witnesses: Iterable[Known], http: httpx.AsyncClient | None = None) -> None:
        self._witnesses = [each for each in witnesses if each.url is not None]
        self._http = http or httpx.AsyncClient(timeout=SECONDS)
        self._seen: dict[Known, int] = {}  # the size that each witness has cosigned

    async def cosign(self, reader: LogReader) -> list[Signature]:
        """Return the cosignatures that the latest checkpoint lacks, of witnesses that answer."""
        raw = reader.checkpoint()
        if raw is None:
            return []
        has = parse_note(raw).signatures
        lacking = [w for w in self._witnesses if not any(each.is_by(w.key) for each in has)]
        answers = await asyncio.gather(*(self._ask(each, reader, raw) for each in lacking))
        return [signature for signature in answers if signature is not None]

    async def aclose(self) -> None:
        await self._http.aclose()

    async def _ask(self, witness: Known, reader: LogReader, raw: bytes) -> Signature | None:
        try:
            for _ in range(ATTEMPTS):
                answer = await self._http.post(
                    f"{(witness.url or '').rstrip('/')}/add-checkpoint",
                    content=add_checkpoint(reader, self._seen.get(witness, 0), raw),
                )
                if answer.status_code != httpx.codes.CONFLICT:
                    return self._cosignature(witness, raw, answer)
                self._seen[witness] = decimal(answer.text.removesuffix("\n"))
        except (httpx.HTTPError, httpx.InvalidURL, LogError) as wrong:
            log.warning("no cosignature from %s: %s", witness.key.name, wrong)
        return None

    def _cosignature(self, witness: Known, raw: bytes, answer: httpx.Response) -> Signature | None:
        if answer.status_code != httpx.codes.OK:
            log.warning("%s refuses to cosign: %s", witness.key.name, answer.text.strip())
            return None
        note = parse_note(raw)
        own = [each for each in parse_signatures(answer.text) if each.is_by(witness.key)]
        if not own or cosigned_at(Note(note.text, tuple(own[:1])), witness.key) is None:
            raise LogError("the answer has no cosignature of this witness")
        self._seen[witness] = parse_checkpoint(note.text).size
        return own[0]


def add_checkpoint(reader: LogReader, old: int, raw: bytes) -> bytes:
    """Return the body of the request: the old size, the proof from there, and the checkpoint."""
    size = parse_checkpoint(parse_note(raw).text).size
    hashes = reader.tree(size).consistency(old)
    lines = "".join(f"{encode_base64(each)}\n" for each in hashes)
    return f"old {old}\n{lines}\n".encode() + raw
