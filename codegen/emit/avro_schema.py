"""The Avro schemas as files, and the table that finds them by fingerprint."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fastavro.schema import fingerprint, to_parsing_canonical_form

from codegen import runtime
from codegen.avro import avro_schema
from codegen.emit.packaged import PACKAGE_DOC
from codegen.model import Document


def emit(history: Mapping[str, tuple[Document, ...]]) -> dict[str, str]:
    """``schemas/KIND/VERSION.avsc`` for every version, and ``avro_catalog.py``."""
    files: dict[str, str] = {}
    rows: list[str] = []
    for kind, versions in history.items():
        for document in versions:
            schema = avro_schema(document)
            files[f"schemas/{kind}/{document.version}.avsc"] = (
                json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
            )
            code = fingerprint(to_parsing_canonical_form(schema), "CRC-64-AVRO")
            rows.append(f"bytes.fromhex({code!r}): ({kind!r}, {document.version!r}), ")
    files["avro_catalog.py"] = f"""{PACKAGE_DOC}
from {runtime.PACKAGE}._avro_catalog import AvroCatalog

from .catalog import CATALOG

AVRO_CATALOG = AvroCatalog(
    catalog=CATALOG,
    fingerprints={{{"".join(rows)}}},
)
"""
    return files
