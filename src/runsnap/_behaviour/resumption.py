"""What a resumption can do."""

from __future__ import annotations

import os
from typing import IO, Any

from runsnap._agent_ir import digest_candidates, has_node, read_agent_ir
from runsnap._behaviour.record import Record
from runsnap._kinds import describe, recognise
from runsnap.errors import (
    DifferentArtifactError,
    RunsnapError,
    UnknownNodeError,
    UnsupportedVersionError,
    WrongKindError,
)

KIND = "resumption"
WIRE_VERSION = "0.1"


class ResumptionBehaviour(Record):
    """The base of ``Resumption``."""

    __slots__ = ()

    agent: str
    artifact: str
    resume_at: str

    def check(self, agent_ir: str | os.PathLike[str] | bytes | IO[bytes] | dict[str, Any]) -> None:
        """Make sure that the run can go on with this agent.

        ``agent_ir`` is a path, a binary file, JSON text in bytes, or the parsed
        IR with its members in the order of the file. Its digest must be
        ``artifact``: SHA-256 of the IR's canonical text, that is two-space
        indent, LF and a trailing newline; then ``resume_at`` must be one of its
        nodes. Agent name, label and ``stopped_at`` are not compared.

        Raises DifferentArtifactError, then UnknownNodeError; MalformedError,
        LimitError or OSError for an IR that cannot be read.
        """
        text, ir = read_agent_ir(agent_ir)
        digests = digest_candidates(text, ir)
        if self.artifact not in digests:
            raise DifferentArtifactError(self.agent, self.artifact, digests[0])
        if not has_node(ir, self.resume_at):
            raise UnknownNodeError(self.resume_at)

    @classmethod
    def _other_document(cls, plain: Any) -> RunsnapError | None:
        """Kind and version are judged on an otherwise valid document; a memory store and a capture always."""
        if recognise(plain) == "capture" or (isinstance(plain, dict) and plain.get("kind") == "memory"):
            return WrongKindError(f"a {KIND}", describe(plain))
        if not isinstance(plain, dict):
            return None
        kind, version = plain.get("kind"), plain.get("ingotSnapshot")
        if not isinstance(kind, str) or not isinstance(version, str):
            return None
        if not cls._binding.verdict.is_valid({**plain, "kind": KIND, "ingotSnapshot": WIRE_VERSION}):
            return None
        if kind != KIND:
            return WrongKindError(f"a {KIND}", describe(plain))
        return UnsupportedVersionError(version, (WIRE_VERSION,))
