"""The end of a round with Pirates: who has drawn what, and who frees whom."""

from domain.games.asterix.commands import Free
from tests.support.games.asterix.situations import History, asked, cards, dealt


def last_draw(captured: str, *, auto: bool) -> History:
    """OBE-10 takes R06-1 and is out; AST, whose hand is as large as that, draws `captured`."""
    drawn = cards(captured)
    hand = " ".join(f"{n:02}" for n in range(2, 2 + len(drawn)))
    start = dealt("AST OBE", f"R06-1 {captured}", {"AST": hand, "OBE": "10"}, auto_pirates=auto)
    return asked(start, "AST-02", "OBE-10")


def sequence(said: str) -> tuple[Free, ...]:
    """`P-GEN:R13-1 P-HIGH` is a Pirate with a Roman and one without."""
    pairs = [each.partition(":") for each in said.split()]
    return tuple(Free(pirate, roman or None) for pirate, _, roman in pairs)


# AST is asked what his two Pirates do.
FREEING = last_draw("R13-1 R10-1 R10-2 R08-1 R02-1 P-GEN P-CHOICE", auto=False)
