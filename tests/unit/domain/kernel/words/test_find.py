"""The words of a class are found by its name, beside its module or above."""

import pytest

from domain.games.galopp_royal import refusals
from domain.games.galopp_royal.auction_events import AuctionFailed, BidPlaced
from domain.games.galopp_royal.commands import Bid, Pass
from domain.kernel.words.en import Names
from domain.kernel.words.find import Spoken, Words, name_of_text, words_of
from domain.kernel.words.names import no_names
from domain.kernel.words.texts import Label
from domain.table.clock_events import TimedOut

GALOPP = "domain.games.galopp_royal"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (BidPlaced, "bid_placed"),
        (Bid, "label_bid"),
        (refusals.BidTooLow, "refusal_bid_too_low"),
        (TimedOut, "timed_out"),
    ],
)
def test_a_text_is_called_after_its_class(kind: Spoken, name: str) -> None:
    assert name_of_text(kind) == name


def test_events_labels_and_refusals_are_put_into_words() -> None:
    names = Names(("Anne",))
    assert names.sentence(BidPlaced(0, 3)) == "Anne bids 3 gold."
    assert names.label(Bid(3), None, 0) == Label("Bid 3 gold", "Bid for the team")
    assert names.refusal(refusals.BidTooLow(4)) == "Bid 4 or more."


def test_a_text_that_is_always_the_same_is_a_constant() -> None:
    names = no_names("en")
    assert names.sentence(AuctionFailed("start")) == "Nobody wants this team."
    assert names.label(Pass(), None, 0) == Label("Pass", "Bid for the team")
    assert names.refusal(refusals.NoRace()) == "No race is in progress."


def test_values_and_names_of_parameters_are_found_by_their_field() -> None:
    assert no_names("en").choice(GALOPP, "slots", 2) == "slot 2"
    assert no_names("fr").parameter(GALOPP, "slots").text == "Cases"


def test_a_language_may_be_a_folder_whose_private_modules_are_not_searched() -> None:
    texts = words_of(GALOPP, "en").texts
    assert {"bid_placed", "label_bid", "refusal_no_race"} <= texts.keys()
    assert not {"gold", "bearer", "AUCTION"} & texts.keys()


def test_a_package_without_words_has_those_above_it() -> None:
    assert words_of(f"{GALOPP}.rules", "fr") is words_of(GALOPP, "fr")


def test_a_function_is_found_once() -> None:
    words = Words("en")
    assert words[TimedOut] is words[TimedOut]
    assert list(words) == [TimedOut]


def test_what_has_no_words_is_named() -> None:
    with pytest.raises(LookupError, match=r"openapi\.load has no package `words`"):
        words_of("openapi.load", "en")
    with pytest.raises(ModuleNotFoundError, match=r"domain\.table\.words\.tlh"):
        words_of("domain.table", "tlh")
