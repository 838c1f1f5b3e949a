"""Acts are on a hash chain: none can be changed, removed or moved unnoticed."""

from msgspec import json
from msgspec.structs import replace

from domain.administration.acts import AnyAct, PlayerSuspended, PlayerUnsuspended
from domain.administration.record import (
    FIRST_HEAD,
    ActRecord,
    StoredAct,
    decode_record,
    first_break,
    stored_act,
)

ANNE = "a" * 26
ACTS: tuple[AnyAct, ...] = (PlayerSuspended(ANNE, "Spam."), PlayerUnsuspended(ANNE, "Sorry."))


def chain() -> list[StoredAct]:
    head, stored = FIRST_HEAD, []
    for number, act in enumerate((*ACTS, *ACTS), 1):
        stored.append(
            stored_act(head, ActRecord(act, "2026-11-17T12:00:00.000Z", "z" * 26, number))
        )
        head = stored[-1].head
    return stored


def test_a_record_is_canonical_and_can_be_read_again() -> None:
    raw = chain()[0].raw
    assert raw == json.encode(json.decode(raw), order="sorted")
    record = decode_record(raw)
    assert (record.number, record.act, record.by) == (1, ACTS[0], "z" * 26)


def test_an_intact_chain_has_no_break() -> None:
    assert first_break(chain()) is None
    assert first_break([]) is None


def test_a_changed_removed_or_moved_act_breaks_the_chain() -> None:
    acts = chain()
    changed = replace(acts[1], raw=acts[1].raw.replace(b"Sorry", b"Pity!"))
    assert first_break([acts[0], changed, *acts[2:]]) == 2
    assert first_break([acts[0], *acts[2:]]) == 2
    assert first_break([acts[1], acts[0], *acts[2:]]) == 1
