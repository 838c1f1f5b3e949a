"""A name server on this machine, which answers as a test wants, or not at all."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import dns.message
import dns.rrset

SILENT: list[str] = []


class NameServer:
    """`answers`: for each name, the IPv4 address of the first question, of the second …"""

    def __init__(self, answers: dict[str, list[str]]) -> None:
        self.answers = answers
        self.asked: list[str] = []  # names, one for each question of an IPv4 address
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))

    @property
    def address(self) -> tuple[str, int]:
        host, port = self._socket.getsockname()
        return host, port

    def run(self) -> None:
        while True:
            question, caller = self._socket.recvfrom(4096)
            if question == b"stop":
                return
            if (answer := self._answer(dns.message.from_wire(question))) is not None:
                self._socket.sendto(answer.to_wire(), caller)

    def stop(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
            caller.sendto(b"stop", self.address)

    def close(self) -> None:
        self._socket.close()

    def _answer(self, query: dns.message.Message) -> dns.message.Message | None:
        [question] = query.question
        name, kind = question.name.to_text(omit_final_dot=True), question.rdtype.name
        response = dns.message.make_response(query)
        if kind == "A":
            self.asked.append(name)
            known = self.answers[name]
            if known is SILENT:
                return None
            address = known.pop(0) if len(known) > 1 else known[0]
            response.answer.append(dns.rrset.from_text(question.name, 0, "IN", "A", address))
        return response


@contextmanager
def naming(answers: dict[str, list[str]]) -> Iterator[NameServer]:
    server = NameServer(answers)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()
        server.close()
