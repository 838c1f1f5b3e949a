"""Names of keys and their hash tags."""

from hashlib import sha256

from store import keyspace
from store.people import people_keys
from tests.support.tables.commits import table_id


def test_the_partition_is_the_first_six_bits_of_the_hash() -> None:
    table = table_id()
    bits = f"{int.from_bytes(sha256(table.encode()).digest(), 'big'):0256b}"
    assert keyspace.partition(table) == int(bits[:6], 2)


def test_every_partition_is_used() -> None:
    used = {keyspace.partition(table_id()) for _ in range(3000)}
    assert used == set(range(keyspace.PARTITIONS))


def test_all_keys_of_a_table_share_one_hash_tag() -> None:
    tags = {key.split("}")[0] for key in keyspace.append_keys(table_id())}
    assert len(tags) == 1


def test_the_keys_of_a_table_say_what_they_hold() -> None:
    table = "a" * 26
    p = keyspace.partition(table)
    tag = f"{{p{p:02}}}"
    assert keyspace.append_keys(table) == (
        f"{tag}:table:{table}:events",
        f"{tag}:table:{table}:meta",
        f"{tag}:table:{table}:keys",
        f"{tag}:table:{table}:seed",
        f"{tag}:feed",
        f"{tag}:deadlines",
        f"{tag}:log",
        f"{tag}:tables",
        f"{tag}:gone",
    )


def test_hashes_in_keys_are_hexadecimal() -> None:
    assert people_keys.token(b"\0:e") == "{accounts}:token:003a65"
    assert people_keys.ticket(b"\xff") == "{tickets}:ff"
