"""Documents without their secrets: texts are replaced by placeholders that keep equality.

policy → patterns, detectors → masking → walk → document; ``quiet`` takes what a
document holds out of error messages.
"""

from __future__ import annotations

from runsnap._redact.document import Redaction, redact
from runsnap._redact.policy import RedactionPolicy
from runsnap._redact.report import RedactionReport, Replacement

__all__ = ["Redaction", "RedactionPolicy", "RedactionReport", "Replacement", "redact"]
