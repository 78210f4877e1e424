"""Names of the hand-written rooms that generated code imports.

The only thing that the generator knows of the package it generates for; a test
compares it with the package itself.
"""

PACKAGE = "runsnap"
RECORD_BASE = "runsnap._behaviour.record.Record"
BASES = {
    "Capture": "runsnap._behaviour.capture.CaptureBehaviour",
    "Resumption": "runsnap._behaviour.resumption.ResumptionBehaviour",
}
"""Title of a root schema to the base that carries its behaviour; others take RECORD_BASE."""

JSON_VALUE = "runsnap._json.JSONValue"
INSTANT = "whenever.Instant"

IMPORTED_NAMES = frozenset(
    path.rpartition(".")[2] for path in (RECORD_BASE, *BASES.values(), JSON_VALUE, INSTANT)
) | {"Any", "Binding", "CATALOG", "Enum", "Literal", "StrEnum"}
"""Names that the generated modules import: no class can have one of them."""
