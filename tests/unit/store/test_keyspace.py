from hashlib import sha256

from store import keyspace
from tests.support.commits import table_id


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


def test_keys_have_the_names_of_the_design() -> None:
    table = "a" * 26
    p = keyspace.partition(table)
    stem = f"{{p{p:02}}}"
    assert keyspace.append_keys(table) == (
        f"{stem}:t:{table}:e",
        f"{stem}:t:{table}:m",
        f"{stem}:t:{table}:k",
        f"{stem}:t:{table}:s",
        f"{stem}:feed",
        f"{stem}:due",
    )
