"""Everything that runsnap raises, but for file-system errors, which stay OSError.

Each error knows the place of its fault: ``pointer`` is a JSON Pointer
(RFC 6901, ``""`` is the whole document), ``source`` the file, where there is
one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runsnap._pointer import shortened

if TYPE_CHECKING:
    from runsnap._report import Report


class RunsnapError(Exception):
    """Root of all errors of this package.

    ``source`` is the path that was read or written, or None.
    """

    source: str | None = None

    def explain(self) -> str:
        """The message without the file's name."""
        return str(self.args[0]) if self.args else type(self).__name__

    def __str__(self) -> str:
        return f"{self.source}: {self.explain()}" if self.source else self.explain()


class MalformedError(RunsnapError):
    """The bytes are not JSON as RFC 8259 has it, or not Avro, or double a member's name.

    ``format`` is what they should be. ``line`` and ``column`` count from 1, columns in characters; 0 when unknown.
    """

    def __init__(
        self,
        reason: str,
        pointer: str = "",
        line: int = 0,
        column: int = 0,
        format: str = "JSON",  # noqa: A002
    ) -> None:
        super().__init__(reason, pointer, line, column, format)
        self.format = format
        self.reason = reason
        self.pointer = pointer
        self.line = line
        self.column = column

    def explain(self) -> str:
        place = f" at line {self.line} column {self.column}" if self.line else ""
        inside = f", in {shortened(self.pointer)}" if self.pointer else ""
        return f"not {self.format}: {self.reason}{place}{inside}"


class LimitError(RunsnapError):
    """The input goes beyond a limit: ``limit`` names it, ``allowed`` is its value."""

    def __init__(self, limit: str, allowed: int, pointer: str = "", found: str = "") -> None:
        super().__init__(limit, allowed, pointer, found)
        self.limit = limit
        self.allowed = allowed
        self.pointer = pointer
        self.found = found

    def explain(self) -> str:
        found = f", found {self.found}" if self.found else ""
        inside = f", in {shortened(self.pointer)}" if self.pointer else ""
        return f"beyond the limit: {self.limit} may be at most {self.allowed}{found}{inside}"


class InvalidDocumentError(RunsnapError):
    """JSON, but no valid document: ``report`` lists every problem."""

    _SHOWN = 5

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def explain(self) -> str:
        problems = self.report.refusals
        lines = [problem.message for problem in problems[: self._SHOWN]]
        if len(lines) == 1 and self.report.refusal_count == 1:
            return lines[0]
        more = self.report.refusal_count - len(lines)
        tail = [f"and {more} more"] if more > 0 else []
        return "\n  ".join([f"{self.report.refusal_count} problems", *lines, *tail])


class WrongKindError(RunsnapError):
    """A document of another kind; ``found`` says what it looks like."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected = expected
        self.found = found

    def explain(self) -> str:
        return f"expected {self.expected}, found {self.found}"


class UnsupportedVersionError(RunsnapError):
    """A version that this release does not know; ``supported`` lists those it does."""

    def __init__(self, found: str, supported: tuple[str, ...]) -> None:
        super().__init__(found, supported)
        self.found = found
        self.supported = supported

    def explain(self) -> str:
        return f"version {self.found!r} is not supported; supported: {', '.join(self.supported)}"


class DifferentArtifactError(RunsnapError):
    """The agent has changed since the run stopped.

    ``agent`` is the agent that the resumption names; ``expected`` its digest
    there, ``found`` the digest of the agent IR that was given.
    """

    def __init__(self, agent: str, expected: str, found: str) -> None:
        super().__init__(agent, expected, found)
        self.agent = agent
        self.expected = expected
        self.found = found

    def explain(self) -> str:
        return (
            f"the agent {self.agent!r} is not the one that was stopped: the resumption holds "
            f"{self.expected!r}, the IR has {self.found!r}. Members are hashed in the order of the "
            "file; an IR whose members were re-ordered or added to does not match here"
        )


class UnknownNodeError(RunsnapError):
    """The node to continue from is not in the agent IR."""

    def __init__(self, node: str) -> None:
        super().__init__(node)
        self.node = node

    def explain(self) -> str:
        return f"the run continues from node {self.node!r}, which the agent does not have"


class UnrepresentableError(RunsnapError):
    """A value that the encoding cannot carry, at ``pointer``."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, reason)
        self.pointer = pointer
        self.reason = reason

    def explain(self) -> str:
        return f"{shortened(self.pointer) or '(root)'}: {self.reason}"


class RegistryError(RunsnapError):
    """A schema registry did not do what it was asked.

    ``source`` is its address without credentials, ``asked`` what it was to do,
    ``reason`` what it did instead, ``status`` the HTTP status, None where no
    answer came. Where registering failed half-way, ``aftermath`` says what
    became of what was done before, and ``left`` lists what could not be taken back.
    """

    def __init__(
        self,
        asked: str,
        reason: str,
        status: int | None = None,
        aftermath: str = "",
        left: tuple[str, ...] = (),
    ) -> None:
        super().__init__(asked, reason, status, aftermath, left)
        self.asked = asked
        self.reason = reason
        self.status = status
        self.aftermath = aftermath
        self.left = left

    def explain(self) -> str:
        return f"{self.asked}: {self.reason}{f'. {self.aftermath}' if self.aftermath else ''}"
