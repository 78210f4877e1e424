"""A fault of a message that a file cannot have."""

from __future__ import annotations

from runsnap.errors import RunsnapError


class UnknownSchemaError(RunsnapError):
    """The registry is there, and has no schema with the id of a message: a number, or the text of a UUID."""

    def __init__(self, schema_id: int | str) -> None:
        super().__init__(schema_id)
        self.schema_id = schema_id

    def explain(self) -> str:
        """The message without the file's name."""
        return f"the schema registry has no schema with the id {self.schema_id}"
