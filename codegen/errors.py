"""What the generator refuses."""

from __future__ import annotations


class UnsupportedSchemaError(ValueError):
    """A schema says something that the model cannot carry.

    ``pointer`` is the JSON Pointer of the place, ``reason`` what is wrong there.
    """

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer or '(root)'}: {reason}")
        self.pointer = pointer
        self.reason = reason


class SchemaFolderError(ValueError):
    """The folder of schemas is not fit to generate from; one line a fault."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
