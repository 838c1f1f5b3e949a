"""What the server itself says in each language, apart from games: events, refusals, problems."""

from collections.abc import Iterator

from api.problems.catalogue import REFUSED_BY_RULES, meanings_in
from api.problems.statuses import STATUSES
from domain.kernel.ids import Lang
from domain.kernel.messages import Refusal, refusals_in
from domain.kernel.words.find import Module, words_of
from domain.table.events import TABLE_EVENTS
from ludotheque.laws.spoken import compared, flaws

PACKAGES = ("domain.kernel", "domain.table", "application.refusals", "api.problems")


def words_in(package: str, lang: Lang) -> Module:
    """Return the words of a package; those of the kernel stand beside functions for all words."""
    words = words_of(package, lang)
    if package != "domain.kernel":
        return words
    texts = {name: text for name, text in words.texts.items() if name.startswith("refusal_")}
    return words._replace(texts=texts)


def flaws_of_server(lang: Lang) -> Iterator[str]:
    """Yield what is wrong with the words of the server in a language."""
    for package in PACKAGES:
        words = words_in(package, lang)  # imports the refusals
        events = TABLE_EVENTS if package == "domain.table" else ()
        yield from flaws(words, lang, [*events, *refusals_in(package)])
    codes = (*STATUSES, REFUSED_BY_RULES)
    yield from compared(f"codes.toml of {lang}", codes, meanings_in(lang))


def refusals_of_server() -> list[type[Refusal]]:
    """Return every refusal of the server."""
    for package in PACKAGES:
        words_in(package, "en")
    return [each for package in PACKAGES for each in refusals_in(package)]
