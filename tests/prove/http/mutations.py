"""Makes streams of bytes that are nearly HTTP/1.1: requests in a row, changed in a few places."""

import random
from collections.abc import Callable

BODY = b'{"type":"roll"}'
SIZED = b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
CHUNKS = b"5\r\n" + BODY[:5] + b"\r\n%x;a=b\r\n" % len(BODY[5:]) + BODY[5:] + b"\r\n0\r\n"
REQUESTS = (
    b"GET /v1/games HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
    b"GET /v1/games?lang=fr&x=%41 HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
    b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS /v1/tables HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n",
    b"GET http://x/absolute HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET /old HTTP/1.0\r\n\r\n",
    b"POST /sized HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + SIZED,
    b"POST /waits HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n" + SIZED,
    b"POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS + b"\r\n",
    b"POST /trailer HTTP/1.1\r\nHost: x\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"
    + CHUNKS
    + b"X-Sum: 1\r\n\r\n",
    b"POST /offer HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n" + SIZED,
)
FRAGMENTS = (
    *(b"\r\n", b"\n", b"\r", b"\r\n\r\n", b" ", b"\t", b"\x00", b"\x0b", b"\x7f", b"\xff", b":"),
    *(b",", b";", b"#", b"%00", b"%", b"+", b"-1", b"0x5", b"0", b"\r\n ", b"\r\n\t"),
    *(
        b"Host: y\r\n",
        b"Content-Length: 5\r\n",
        b"Content-Length: 5, 5\r\n",
        b"content-length:0\r\n",
    ),
    *(
        b"Transfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: identity\r\n",
        b"gzip, ",
        b"xchunked",
    ),
    *(b"Transfer-Encoding:\x0bchunked\r\n", b"Transfer-Encoding : chunked\r\n", b"chunked, "),
    *(
        b"Connection: close\r\n",
        b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
        b"Upgrade: h2c\r\n",
    ),
    *(b"0\r\n\r\n", b"1\r\nx\r\n", b"ffffffffffffffff\r\n", b"HTTP/1.0", b"HTTP/2.0", b"CONNECT "),
    *(b"Expect: 100-continue\r\n", b"GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n", b"\xc3\xa9"),
)

# What attackers change, so that two servers see different ends of a request.
ATTACKS = {
    b"Host: x\r\n": (
        *(b"Host: x\r\nContent-Length: 5\r\n", b"Host: x\r\nContent-Length: 0\r\n"),
        *(b"Host: x\r\nTransfer-Encoding: chunked\r\n", b"Host: x\r\n Folded: 1\r\n"),
        *(b"Host: x\r\nHost: y\r\n", b"Host: x\r\nConnection: close\r\n"),
    ),
    b": chunked": (
        *(
            b": identity, chunked",
            b": chunked, identity",
            b": Chunked",
            b":chunked",
            b": chunked\x0b",
        ),
        *(b": gzip, chunked", b": chunked\r\nTransfer-Encoding: chunked", b": chunked\r\n ,x"),
    ),
    b": 15": (b": 015", b": +15", b": 15 ", b": 15, 15", b": 0xf", b": 1 5", b": 14", b": 16"),
    b"5\r\n{": (b"5 \r\n{", b"05\r\n{", b"+5\r\n{", b"0x5\r\n{", b"5\n{", b"5;\n\r\n{"),
    b"\r\n0\r\n": (b"0\r\n", b"\n0\r\n", b"\r\n00\r\n", b"\r\n0 \r\n", b"x\r\n0\r\n"),
    b"HTTP/1.1": (b"HTTP/1.2", b"HTTP/1.0", b"HTTP/2.0", b"http/1.1", b"HTTP/1.1 ", b"HTTP/01.1"),
}


def _attacked(stream: bytes, luck: random.Random) -> bytes:
    known = [part for part in ATTACKS if part in stream]
    if not known:
        return stream
    part = luck.choice(known)
    at = stream.find(part, luck.randrange(len(stream))) % len(stream)
    at = at if stream.startswith(part, at) else stream.find(part)
    return stream[:at] + luck.choice(ATTACKS[part]) + stream[at + len(part) :]


def _inserted(stream: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(stream) + 1)
    return stream[:at] + luck.choice(FRAGMENTS) + stream[at:]


def _line_inserted(stream: bytes, luck: random.Random) -> bytes:
    lines = stream.split(b"\r\n")
    at = luck.randrange(len(lines))
    whole = [each for each in FRAGMENTS if each.endswith(b"\r\n")]
    return b"\r\n".join([*lines[:at], luck.choice(whole)[:-2], *lines[at:]])


def _replaced(stream: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(stream))
    return stream[:at] + bytes([luck.randrange(256)]) + stream[at + 1 :]


def _deleted(stream: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(stream))
    return stream[:at] + stream[at + luck.choice((1, 1, 2, 4, 20)) :]


def _line_repeated(stream: bytes, luck: random.Random) -> bytes:
    lines = stream.split(b"\r\n")
    at = luck.randrange(len(lines))
    return b"\r\n".join([*lines[: at + 1], *lines[at:]])


def _lines_swapped(stream: bytes, luck: random.Random) -> bytes:
    lines = stream.split(b"\r\n")
    one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\r\n".join(lines)


def _end_of_line_changed(stream: bytes, luck: random.Random) -> bytes:
    ends = [at for at in range(len(stream)) if stream[at : at + 2] == b"\r\n"]
    if not ends:
        return stream
    at = luck.choice(ends)
    return stream[:at] + luck.choice((b"\n", b"\r", b"", b"\r\r\n", b"\r\n ")) + stream[at + 2 :]


def _number_changed(stream: bytes, luck: random.Random) -> bytes:
    digits = [at for at in range(len(stream)) if stream[at : at + 1].isdigit()]
    if not digits:
        return stream
    at = luck.choice(digits)
    return stream[:at] + luck.choice((b"0", b"1", b"9", b"00", b"a", b" 5", b"")) + stream[at + 1 :]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_inserted, _line_inserted, _replaced, _deleted),
    *(_line_repeated, _lines_swapped, _end_of_line_changed, _number_changed),
    *(_attacked, _attacked, _attacked),
)


def mutated_stream(number: int) -> bytes:
    """Return the stream of this number: one to three requests, with one to three changes."""
    luck = random.Random(number)
    stream = b"".join(luck.choices(REQUESTS, k=luck.randint(1, 3)))
    for _ in range(luck.randint(1, 3)):
        stream = luck.choice(MUTATIONS)(stream, luck) or b"\r\n"
    return stream


def in_packets(stream: bytes, number: int) -> list[bytes]:
    """Return the stream in up to four packets."""
    luck = random.Random(-1 - number)
    cuts = sorted(luck.randrange(len(stream) + 1) for _ in range(luck.randint(0, 3)))
    parts = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
    return [part for part in parts if part]
