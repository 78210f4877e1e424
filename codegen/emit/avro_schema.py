"""The Avro schemas as files, and the table that finds them by fingerprint."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fastavro.schema import fingerprint, to_parsing_canonical_form

from codegen import runtime
from codegen.avro import AvroNameError, Schema, avro_schema, meaning
from codegen.emit.packaged import PACKAGE_DOC
from codegen.errors import SchemaFolderError
from codegen.model import Document


def emit(history: Mapping[str, tuple[Document, ...]]) -> dict[str, str]:
    """``schemas/KIND/VERSION.avsc`` for every version, and ``avro_catalog.py``.

    Raises SchemaFolderError for a version that Avro cannot carry beside the others.
    """
    files: dict[str, str] = {}
    rows: list[str] = []
    for kind, versions in history.items():
        meanings: dict[str, object] = {}
        for document in versions:
            schema = _schema(document)
            files[f"schemas/{kind}/{document.version}.avsc"] = (
                json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
            )
            code = fingerprint(to_parsing_canonical_form(schema), "CRC-64-AVRO")
            if meanings.setdefault(code, meaning(schema)) != meaning(schema):
                fault = "its Avro data would look like that of an earlier version, and mean something else"
                raise SchemaFolderError([f"{kind}/{document.version}.json: {fault}"])
            rows.append(f"({kind!r}, {document.version!r}): bytes.fromhex({code!r}), ")
    files["avro_catalog.py"] = f"""{PACKAGE_DOC}
from {runtime.PACKAGE}._avro_catalog import AvroCatalog

from .catalog import CATALOG

AVRO_CATALOG = AvroCatalog(
    catalog=CATALOG,
    fingerprints={{{"".join(rows)}}},
)
"""
    return files


def _schema(document: Document) -> Schema:
    try:
        return avro_schema(document)
    except AvroNameError as error:
        raise SchemaFolderError([f"{document.kind}/{document.version}.json: {error}"]) from None
