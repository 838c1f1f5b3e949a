"""Names are visible text: in one Unicode form, drawn as something, and of bounded length."""

import unicodedata

import regex

MOST_CODE_POINTS = 40  # of a name; JSON Schema counts them, too
MOST_MARKS = 4  # combining marks in a row; scripts need three at most
# A pattern of JSON Schema cannot name all of them. These are the ones below U+10000 that draw
# nothing: controls, blanks, directions, fillers, and characters for private use.
INVISIBLE = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200b"
    r"\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\uffff"
)
WORDS = rf"^[^{INVISIBLE}]+( [^{INVISIBLE}]+)*\Z"

# The flags of England, Scotland and Wales are spelled with tags that draw nothing by themselves.
_FLAG = regex.compile(r"\U0001F3F4[\U000E0020-\U000E007E]+\U000E007F")
_FORBIDDEN = regex.compile(
    r"[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]--[ \u200c\u200d\ufe0e\ufe0f]]",
    regex.VERSION1,
)
# Joiners and variants belong between or behind visible characters, as in 👩‍🚀 and in Persian.
_MISPLACED = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])[\u200c\u200d\ufe0e\ufe0f]|[\u200c\u200d](?![\p{L}\p{M}\p{S}])"
)
_BARE_MARK = regex.compile(r"(?:^| )\p{M}")
_STACK = regex.compile(rf"\p{{Mn}}{{{MOST_MARKS + 1}}}")


def normalized(text: str) -> str:
    """Return the one form (NFC) in which equal names are equal strings."""
    return unicodedata.normalize("NFC", text)


def why_not_visible(text: str, most: int) -> str | None:
    """Return what is wrong with a name of at most so many code points, or None."""
    plain = _FLAG.sub("\U0001f3f4", text)
    if not text or text != text.strip() or "  " in text:
        return "must consist of words with single spaces between them"
    if found := _FORBIDDEN.search(plain) or _MISPLACED.search(plain):
        return f"must not contain U+{ord(found[0]):04X} at this place: it is not visible"
    if _BARE_MARK.search(plain) or _STACK.search(plain):
        return f"must not contain accents without a letter, or more than {MOST_MARKS} on one"
    if len(text) > most:
        return f"may have at most {most} characters, not {len(text)}"
    return None
