"""A document to its summary: no more is decoded than that takes.

The rest of the text is passed over: it has to be JSON, but it is not judged.
Where what is needed is not as usual, the document is loaded, which alone
decides and explains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType
from whenever import Instant  # noqa: TC002 - msgspec looks for it

from runsnap._generated.capture.models import Usage as TokensOfCapture
from runsnap._generated.resumption.models import Resumption, Spend, Usage
from runsnap._json import crashes_when_deep
from runsnap._limits import Limits
from runsnap._listing.moments import instant_of
from runsnap._listing.summary import Place, RunSummary, of_capture, of_resumption
from runsnap._stack import on_fresh_stack
from runsnap._values import EXACT_FLOAT_INTEGERS

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record
    from runsnap._stream.items import Document

_HEAD = 512
"""Bytes at the begin of a text that tell most kinds."""


def _most(record: type[Record], member: str) -> int:
    """The largest number that the schema allows."""
    most: int = record.__dataclass_fields__[member].metadata["maximum"]
    return most


_MOST_TOKENS = _most(Usage, "input_tokens")
_MOST_MICROS = _most(Spend, "micros")

_Count = Annotated[int, msgspec.Meta(ge=0)]
"""A count whose upper bound is more than the decoder can be told."""
_CaptureTokens = Annotated[int, msgspec.Meta(ge=0, le=_most(TokensOfCapture, "prompt_tokens"))]
_ResumptionSteps = Annotated[int, msgspec.Meta(ge=0, le=_most(Resumption, "steps"))]
_Exact = Annotated[float, msgspec.Meta(gt=-float(EXACT_FLOAT_INTEGERS), lt=float(EXACT_FLOAT_INTEGERS))]
"""A price whose text may be an integer: every one of these is a double."""


class _Cost(msgspec.Struct, gc=False):
    total_usd: _Exact


class _Tokens(msgspec.Struct, gc=False):
    prompt_tokens: _CaptureTokens
    completion_tokens: _CaptureTokens
    cache_read_tokens: _CaptureTokens | None = None


class _Step(msgspec.Struct, gc=False):
    error: str | None = None


class _RunLog(msgspec.Struct, gc=False):
    run_id: str
    agent: str
    started_at: Instant
    status: str
    steps: list[_Step]
    tokens: _Tokens
    finished_at: Instant | None = None
    cost_estimate: _Cost | None = None


class _Capture(msgspec.Struct, gc=False):
    run_log: _RunLog
    model_version: str | None = None
    ingot_snapshot: Raw | UnsetType = msgspec.field(name="ingotSnapshot", default=UNSET)
    """What makes it a resumption."""


class _Usage(msgspec.Struct, gc=False, rename="camel"):
    input_tokens: _Count
    output_tokens: _Count
    cache_read_tokens: _Count = 0


class _Spend(msgspec.Struct, gc=False):
    micros: _Count = 0
    currency: str | None = None
    unpriced: dict[str, str] = {}


class _Resumption(msgspec.Struct, gc=False, rename="camel"):
    ingot_snapshot: Literal["0.1"]
    kind: Literal["resumption"]
    agent: str
    label: str
    stopped_at: str
    resume_at: str
    steps: _ResumptionSteps
    usage: _Usage
    spend: _Spend = msgspec.field(default_factory=_Spend)


def _instant(_: type, text: Any) -> Instant:
    if not isinstance(text, str):
        raise TypeError(text)
    return instant_of(text)


_decode_capture = msgspec.json.Decoder(_Capture, dec_hook=_instant).decode
_decode_resumption = msgspec.json.Decoder(_Resumption, dec_hook=_instant).decode


def read(place: Place, data: bytes, limits: Limits) -> RunSummary:
    """The summary of JSON text, or of a single object of Avro.

    Raises what ``runsnap.loads`` raises.
    """
    return on_fresh_stack(lambda: _read(place, data, limits))


def of_document(place: Place, document: Document) -> RunSummary:
    """The summary of a document that was loaded."""
    return (of_capture if document._binding.kind == "capture" else of_resumption)(place, document)


def _read(place: Place, data: bytes, limits: Limits) -> RunSummary:
    if len(data) <= limits.max_bytes and not crashes_when_deep(data, limits):
        ways = (_of_resumption, _of_capture) if _is_likely_resumption(data) else (_of_capture, _of_resumption)
        for way in ways:
            try:
                if found := way(place, data):
                    return found
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
    from runsnap._stream.read import parsed

    return of_document(place, parsed(data, limits))


def _of_capture(place: Place, data: bytes) -> RunSummary | None:
    found = _decode_capture(data)
    return of_capture(place, found) if found.ingot_snapshot is UNSET else None


def _of_resumption(place: Place, data: bytes) -> RunSummary | None:
    found = _decode_resumption(data)
    usage = found.usage
    most = max(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens)
    if most > _MOST_TOKENS or found.spend.micros > _MOST_MICROS:
        return None
    return of_resumption(place, found)


def _is_likely_resumption(data: bytes) -> bool:
    head = data[:_HEAD]
    return b'"run_log"' not in head and (b'"ingotSnapshot"' in head or b'"ingotSnapshot"' in data)
