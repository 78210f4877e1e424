"""A small kind of schemas, to break and not to break."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

RELEASED = "released.json"


def ticket(version: str, most: int = 5, **members: object) -> str:
    """Priorities go up to ``most``."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:example:ticket:{version}",
        "title": "Ticket",
        "type": "object",
        "required": ["priority"],
        "properties": {"priority": {"type": "integer", "minimum": 0, "maximum": most}, **members},
    }
    return json.dumps(schema, indent=2) + "\n"


def avro_ticket(type_: object = "long", *fields: object) -> str:
    schema = {
        "type": "record", "name": "Ticket", "namespace": "example",
        "fields": [{"name": "priority", "type": type_}, *fields],
    }  # fmt: skip
    return json.dumps(schema) + "\n"


def write(folder: Path, *, lock: bool = True, **texts: str) -> Path:
    """A folder of schemas, ``v1_0_0="…"``, or ``a1_0_0`` for Avro; all of them are released."""
    digests = {}
    for name, text in texts.items():
        version = name[1:].replace("_", ".")
        path = folder / "ticket" / f"{version}.{'json' if name[0] == 'v' else 'avsc'}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if name[0] == "v":
            digests[version] = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    if lock:
        (folder / RELEASED).write_text(json.dumps({"ticket": digests}), encoding="utf-8")
    return folder
