"""The schemas as the playground takes them: a module of texts, so that the page fetches nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping

from codegen.model import Document

_HEAD = "// Written by codegen: the text of each schema, by kind and version, the oldest version first.\n"


def emit(history: Mapping[str, tuple[Document, ...]]) -> dict[str, str]:
    """``schemas.js``, a module with every schema."""
    texts = {
        kind: {document.version: document.text for document in versions} for kind, versions in history.items()
    }
    return {"schemas.js": f"{_HEAD}export const SCHEMAS = {json.dumps(texts, indent=2)};\n"}
