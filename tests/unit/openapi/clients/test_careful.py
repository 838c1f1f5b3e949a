"""A careful client reveals its luck only if witnesses have cosigned the very start it has seen."""

from pathlib import Path

import pytest

from domain.log.checkpoint import cosign
from domain.log.entries import Closed, Started, table_name
from domain.log.note import COSIGNATURE, ED25519, Signer
from domain.log.proof import prove
from openapi.clients import careful
from openapi.clients.careful import Careful, NotWitnessed
from tests.support.histories.log_server import KEY, WITNESS, LogServer

TABLE, VERSION, HEAD = "t" * 26, 7, b"h" * 32
SECOND = Signer("second.example", COSIGNATURE, b"2" * 32)
OTHER = table_name("o" * 26)
LOG, FIRST = str(KEY.verifier), str(WITNESS.verifier)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(careful, "PAUSE", 0.0)


class Server:
    """The log of a server, and how often it was asked."""

    def __init__(self, folder: Path, start: Started) -> None:
        self.log = LogServer(folder, [Started(OTHER, 3, bytes(32))])
        self.log.add(start, Closed(OTHER, 4, bytes(32), "finished"))
        self.asked = 0
        self.not_yet = 0  # how often the log does not have the start yet

    def fetch(self, path: str) -> str | None:
        assert path == f"/v1/tables/{TABLE}/receipt?of=start"
        self.asked += 1
        raw = self.log.folder.checkpoint()
        assert raw is not None
        return None if self.asked <= self.not_yet else str(prove(self.log.folder.tree(), 1, raw))

    def wait(self, *witnesses: str, seconds: float = 0.2) -> None:
        Careful(self.fetch, witnesses, seconds).wait(TABLE, VERSION, HEAD, LOG)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path, Started(table_name(TABLE), VERSION, HEAD))


def test_a_start_that_is_cosigned_is_accepted(server: Server) -> None:
    server.log.cosign()
    server.wait(FIRST)
    assert server.asked == 1


def test_it_waits_for_every_witness(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(_: float) -> None:
        text = server.log.folder.current(KEY.verifier).text
        server.log.folder.cosigned([cosign(text, 1_700_000_000, SECOND)])

    server.log.cosign()
    monkeypatch.setattr(careful, "sleep", sleep)
    server.wait(FIRST, str(SECOND.verifier), seconds=60)
    assert server.asked == 2


def test_it_waits_until_the_log_has_the_start(server: Server) -> None:
    server.log.cosign()
    server.not_yet = 2
    server.wait(FIRST, seconds=60)
    assert server.asked == 3


def test_without_a_cosignature_nothing_is_revealed(server: Server) -> None:
    with pytest.raises(NotWitnessed, match=r"witness\.example has not cosigned"):
        server.wait(FIRST)


def test_without_an_entry_nothing_is_revealed(server: Server) -> None:
    server.not_yet = 10**9
    with pytest.raises(NotWitnessed, match="does not have the start"):
        server.wait(FIRST)


def test_a_log_with_another_start_is_caught(tmp_path: Path) -> None:
    crooked = Server(tmp_path, Started(table_name(TABLE), VERSION, b"x" * 32))
    crooked.log.cosign()
    with pytest.raises(NotWitnessed, match="another start"):
        crooked.wait(FIRST)


def test_a_forged_cosignature_is_caught(server: Server) -> None:
    forger = Signer(WITNESS.name, COSIGNATURE, b"f" * 32)
    text = server.log.folder.current(KEY.verifier).text
    forged = cosign(text, 1_700_000_000, forger)._replace(key_id=WITNESS.verifier.id)
    server.log.folder.cosigned([forged])
    with pytest.raises(NotWitnessed, match="false signature"):
        server.wait(FIRST)


def test_a_log_with_another_key_is_caught(server: Server) -> None:
    server.log.cosign()
    other = Signer(KEY.name, ED25519, b"o" * 32)
    with pytest.raises(NotWitnessed, match="has not signed"):
        Careful(server.fetch, [FIRST], 1).wait(TABLE, VERSION, HEAD, str(other.verifier))
    with pytest.raises(NotWitnessed, match="another kind of key"):
        server.wait(LOG)
