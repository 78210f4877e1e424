"""``report_html``: the picture of one run."""

from __future__ import annotations

from runsnap._agent_ir import Source
from runsnap._documents import validate
from runsnap._generated.capture import Capture
from runsnap._generated.resumption import Resumption
from runsnap._limits import Limits
from runsnap._stack import on_fresh_stack
from runsnap.errors import WrongKindError

_MOST_FINDINGS = 1000


def report_html(document: Capture | Resumption, *, agent_ir: Source | None = None) -> str:
    """A picture of a run: one HTML document, which holds all of the run and asks for nothing elsewhere.

    Of a capture it shows the facts, a timeline, every step with its texts, and
    what cross-field rules find; of a resumption where it stopped, what it holds
    and what it has spent. ``agent_ir`` is what ``Resumption.check`` takes: with
    it, the nodes of the agent are shown as a path, and whether the run can go on
    with it. Equal documents give equal pages.

    Raises UnrepresentableError, InvalidDocumentError or LimitError for a document
    that could not be saved; WrongKindError for a capture with ``agent_ir``;
    MalformedError, LimitError or OSError for an IR that cannot be read;
    TypeError for anything that is no document.
    """
    if not isinstance(document, (Capture, Resumption)):
        raise TypeError(f"expected a Capture or a Resumption, got {type(document).__name__}")
    if agent_ir is not None and isinstance(document, Capture):
        raise WrongKindError("a resumption, since the IR of an agent is given", "a capture")
    return on_fresh_stack(lambda: _page(document, agent_ir))


def _page(document: Capture | Resumption, agent_ir: Source | None) -> str:
    report = validate(document.to_dict(), document._binding.kind, limits=Limits(max_problems=_MOST_FINDINGS))
    sound = _as_saved(document)
    if isinstance(sound, Capture):
        from runsnap._pages._capture import capture_page

        return capture_page(sound, report)
    from runsnap._pages._resumption import resumption_page

    return resumption_page(sound, report, agent_ir)


def _as_saved(document: Capture | Resumption) -> Capture | Resumption:
    """A copy with the values that would be saved, whatever was set by hand; maps and objects keep their order."""
    return type(document).from_dict(document._binding.write(document))
