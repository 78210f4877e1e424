"""A report as JSON, Markdown and SARIF. Pages for a terminal are the command line's business."""

from __future__ import annotations

from runsnap.evolution.formats._json import as_json, report_schema_text
from runsnap.evolution.formats._markdown import as_markdown
from runsnap.evolution.formats._sarif import as_sarif

__all__ = ["as_json", "as_markdown", "as_sarif", "report_schema_text"]
