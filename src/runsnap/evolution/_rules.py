"""The rules by which a place is proved safe: the name that a finding carries, and why it holds."""

from __future__ import annotations

from typing import Final

NOTHING_WRITTEN: Final = "nothing-written"
NO_LONGER_ASKED: Final = "no-longer-asked"
LISTED: Final = "listed-values"
PROVER: Final = "prover"
UNREACHABLE: Final = "unreachable"
WHOLE: Final = "prover-whole"

WHY: Final = {
    NOTHING_WRITTEN: "the writer can put nothing there",
    NO_LONGER_ASKED: "the reader does not ask for it",
    LISTED: "every value that the writer lists was tried",
    PROVER: "no value is accepted by the writer and refused by the reader",
    UNREACHABLE: "no document leads to the value that would be refused",
    WHOLE: "no document is accepted by the writer and refused by the reader",
}
