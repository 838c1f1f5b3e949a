"""The names of the keys of derived lists, which are kept in generations, and of notices."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadModelKeys:
    """The keys of a read model that is kept in generations; `read_model.lua` knows them, too."""

    tag: str

    @property
    def current(self) -> str:
        """String: the generation that is served."""
        return f"{self.tag}:current"

    @property
    def next(self) -> str:
        """String: the generation that is being built."""
        return f"{self.tag}:next"

    @property
    def count(self) -> str:
        """String: how many generations were begun."""
        return f"{self.tag}:count"

    def position(self, generation: str) -> str:
        """String: the version of a generation."""
        return f"{self.tag}:{generation}:position"

    def rows(self, generation: str) -> str:
        """Hash: name of a row -> row."""
        return f"{self.tag}:{generation}:rows"

    def places(self, generation: str) -> str:
        """Hash: name of a row -> its place in the indexes."""
        return f"{self.tag}:{generation}:places"

    def index_names(self, generation: str) -> str:
        """Set: the names of the indexes."""
        return f"{self.tag}:{generation}:index_names"

    def index(self, generation: str, name: str) -> str:
        """Sorted set, all scores 0: `<order>|<name of a row>`."""
        return f"{self.tag}:{generation}:index:{name}"


TABLE_LIST = ReadModelKeys("{tables}")
NOTICES = "{tables}:notices"  # stream: s = subjects of a notice, b = its body
LOBBY_SUBJECT = "lobby"
LEADERBOARD = ReadModelKeys("{leaderboard}")
FINISHED_ORDER = "{leaderboard}:order"  # stream: entry `<place>-0` is the table with that place
FINISHED_PLACES = "{leaderboard}:known"  # hash: table -> place
FINISHED_COUNT = "{leaderboard}:placed"  # string: how many places were given


def notices_of(subject: str) -> str:
    """Stream, expires: the last notices of a player or of the lobby; b = body."""
    return f"{NOTICES}:{subject}"
