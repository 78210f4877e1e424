"""What can go wrong beside the documents themselves."""

from __future__ import annotations

from runsnap.errors import RunsnapError


class RegistryError(RunsnapError):
    """The schema registry is away, or refuses; it says nothing about a message.

    ``status`` is the HTTP status, None where there was no answer.
    """

    def __init__(self, asked: str, reason: str, status: int | None = None) -> None:
        super().__init__(asked, reason, status)
        self.asked = asked
        self.reason = reason
        self.status = status

    def explain(self) -> str:
        """What was asked for, and what came back."""
        answer = f"HTTP {self.status}: " if self.status else ""
        return f"the schema registry gives no {self.asked}: {answer}{self.reason}"


class UnknownSchemaError(RunsnapError):
    """The registry is there, and has no schema with the id of a message: a number, or the text of a UUID."""

    def __init__(self, schema_id: int | str) -> None:
        super().__init__(schema_id)
        self.schema_id = schema_id

    def explain(self) -> str:
        """The message without the file's name."""
        return f"the schema registry has no schema with the id {self.schema_id}"
