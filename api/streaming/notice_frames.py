"""The frames of the streams of notices, as clients read them, and how each is rendered."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, json

from api.streaming.notice_hub import Frame, frame_of
from application.player_names import PlayerNames
from application.ports.notices import Notice
from domain.kernel.ids import Moment
from domain.kernel.messages import Value
from projections.notices.notice import LOBBY, LobbyEvent, OwnNotice, StoredLobbyNotice
from projections.table_list.listed import ListedTable, listed, people_in

NoticeId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{1,16}-[0-9]{1,10}\Z")]
_stored = json.Decoder(StoredLobbyNotice)


class LobbyNotice(Value, frozen=True):
    """What happened at a public table, and the table as the list has it then."""

    type: LobbyEvent
    at: Moment
    table: ListedTable


class LobbySnapshot(Value, frozen=True):
    """The first frame of the stream of the lobby (`event: snapshot`).

    `resumed`: you get every notice after `Last-Event-ID`. Otherwise, read the list of tables.
    """

    resumed: bool


class OwnSnapshot(Value, frozen=True):
    """The first frame of your stream (`event: snapshot`): the tables that wait for you now.

    `resumed`: you get every notice after `Last-Event-ID`. Otherwise, read the list of your tables.
    """

    resumed: bool
    your_turn: tuple[OwnNotice, ...]


class NoticeBye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the id to continue after."""

    reason: Literal[
        "max_seconds", "lagging", "too_slow", "store_unavailable", "shutdown", "token_unknown"
    ]
    last_event_id: NoticeId


class LobbyFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the stream of the lobby; `data` is JSON. A notice has an `id` and no name."""

    data: str  # LobbyNotice, or by `event`: LobbySnapshot, NoticeBye
    event: Literal["message", "snapshot", "bye"] = "message"
    id: NoticeId | None = None


class OwnFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of your stream; `data` is JSON. A notice has an `id` and no name."""

    data: str  # OwnNotice, or by `event`: OwnSnapshot, NoticeBye
    event: Literal["message", "snapshot", "bye"] = "message"
    id: NoticeId | None = None


class NoticeRenderer:
    def __init__(self, names: PlayerNames) -> None:
        self._names = names

    async def __call__(self, notice: Notice) -> Frame:
        """Return the frame of a notice; one about the lobby has the names of the people."""
        if LOBBY not in notice.subjects:
            return frame_of(notice, "", notice.body)
        stored = _stored.decode(notice.body)
        names = await self._names.of(people_in([stored.row]))
        seen = LobbyNotice(stored.type, stored.at, listed(stored.row, names))
        return frame_of(notice, stored.row.game, json.encode(seen))
