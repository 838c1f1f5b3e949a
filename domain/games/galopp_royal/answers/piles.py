"""Drawing from the pile while something happens."""

from typing import TypeAlias

from domain.games.galopp_royal.auction_events import DiscardsReshuffled, PileShuffled
from domain.games.galopp_royal.components import Bearer
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.state import Court, GaloppState, NotLinedUp
from domain.kernel.game import Chance
from domain.kernel.messages import Recorder

Play: TypeAlias = Recorder[GaloppState, GaloppEvent]


def court_of(play: Play) -> Court:
    """The court as the events so far leave it."""
    assert not isinstance(play.state, NotLinedUp)
    return play.state.court


def top_card(play: Play, chance: Chance) -> Bearer:
    """GR-8.8: an empty pile is made anew from the discards, sorted by id, before a draw."""
    if not court_of(play).pile:
        pile = chance.shuffle(sorted(court_of(play).discards), "bearers")
        play.add(DiscardsReshuffled(len(pile)), PileShuffled(pile))
    return court_of(play).pile[0]
