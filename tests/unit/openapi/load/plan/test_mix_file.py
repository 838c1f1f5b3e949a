"""`--mix` as text and as a file."""

from pathlib import Path

import pytest

from openapi.load.mix import BadMix, MixEntry
from openapi.load.plan.mix_file import NOBODY, Crowd, read_mix

FILE = """
[tables]
"some_game:4" = 2
other_game = 1

[players]
think = 0.5
seeks = 0.1

[crowd]
watchers = 3
readers = 0.5
replays = 0.05
verifying = 0.02
bots = 0.25
"""


def test_a_file_describes_tables_players_and_everybody_around(tmp_path: Path) -> None:
    file = tmp_path / "mix.toml"
    file.write_text(FILE)
    mix = read_mix(str(file))
    assert mix.entries == [MixEntry("some_game", 4, 2.0), MixEntry("other_game", None, 1.0)]
    assert mix.crowd == Crowd(3, 0.5, 0.05, 0.02, 0.25)
    assert mix.replaced == {"think": 0.5, "lobby": 0.1}


def test_text_describes_tables_only() -> None:
    mix = read_mix("some_game:4=2")
    assert (mix.entries, mix.crowd, mix.replaced) == (
        [MixEntry("some_game", 4, 2.0)],
        NOBODY,
        {},
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[crowd]\nwatcher = 1", "watcher"),
        ("[crowd]\nbots = 2", "bots"),
        ("[players]\nthink = -1", "think"),
        ("[crowd]\nwatchers = 0.5", "watchers"),
        ("[tables]\nsome_game = 'often'", "tables"),
        ("[tables]\n'Snails!' = 1", "must be game:seats=weight"),
        ("=", "is no mix file"),
    ],
)
def test_a_mistake_in_a_file_is_named(content: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "mix.toml"
    file.write_text(content)
    with pytest.raises(BadMix, match=why):
        read_mix(str(file))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(BadMix, match="nowhere"):
        read_mix("nowhere.toml")
