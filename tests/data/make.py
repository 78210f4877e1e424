"""Make the made files, the expected results and the registry: ``python tests/data/make.py [--into FOLDER]``.

Reads the schemas and the real files, standard library only, and no code of the
package. The same input gives the same bytes. A real file that has changed since
it was registered stops it: real files never change.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from expected import is_any, loaded, parsed, plain, types

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parent.parent / "schemas"
OWN = ("refused.json", "registry.json")

UNKNOWN = {
    "future": {"deep": [None, {"n": 2**200, "zero": -0.0, "f": 1e300}], "flag": True},
    "": "the empty name",
    "a/b~c": [],
    "additional_properties": {"from_dict": None},
    "from_dict": None,
    "é🦀": "\u0000\u2028 \ufeff",
}
NEW_LABEL = "a_label_of_tomorrow"
INSTANTS = ("2026-03-02t10:15:00.250+02:00", "2026-03-01T23:45:10.1234567-08:30", "0001-01-01T00:00:00z")
SOURCE_VERSIONS = {
    "captures/cancelled.json": "1.0.0",
    "captures/early-null-fields.json": "1.0.0",
    "captures/six-field-llm-io.json": "1.0.0",
    "captures": "1.2.0",
    "resumptions/0.5.2": "0.1.0",
    "resumptions/0.9.0": "0.1.1",
    "check/snapshots/phases-0.5.2": "0.1.0",
    "check/snapshots/phases-0.9.0": "0.1.1",
    "load": "0.1.1",
}
"""The newest schema version that the writer can have known, by the longest beginning of the path."""


@dataclass(frozen=True)
class Site:
    """A member or an item, wherever it occurs; ``*`` in the path stands for every item or name."""

    path: tuple[str, ...]
    member: dict[str, Any]
    node: dict[str, Any]
    optional: bool

    @property
    def nullable(self) -> bool:
        branches = self.member.get("anyOf", [])
        return is_any(self.member) or {"type": "null"} in branches or "null" in types(self.member)

    @property
    def name(self) -> str:
        return ".".join("each" if token == "*" else token for token in self.path) or "root"


def sites(schema: dict[str, Any]) -> list[Site]:
    """Every place that a schema declares, outermost first."""
    return list(_sites((), schema, schema, optional=False))


def _sites(
    path: tuple[str, ...], member: dict[str, Any], root: dict[str, Any], *, optional: bool
) -> Iterator[Site]:
    node = plain(member, root)
    yield Site(path, member, node, optional)
    for name, inner in node.get("properties", {}).items():
        yield from _sites((*path, name), inner, root, optional=name not in node["required"])
    for keyword in ("items", "additionalProperties"):
        if keyword in node:
            yield from _sites((*path, "*"), node[keyword], root, optional=False)


Change = Callable[[Any], Any]
ABSENT = object()


def changed(document: Any, path: tuple[str, ...], change: Change) -> Any:
    """The document with each value at ``path`` replaced; ABSENT removes it."""
    if not path:
        return change(document)
    result = copy.copy(document)
    tokens: Any = ()
    if isinstance(result, list):
        tokens = range(len(result))
    elif isinstance(result, dict):
        tokens = [token for token in result if path[0] in ("*", token)]
    for token in tokens:
        result[token] = changed(result[token], path[1:], change)
    if isinstance(result, dict):
        return {name: value for name, value in result.items() if value is not ABSENT}
    return result


def everywhere(document: Any, chosen: list[Site], change: Change) -> Any:
    """The document changed at every one of these places."""
    for site in chosen:
        document = changed(document, site.path, change)
    return document


def full(schema: dict[str, Any]) -> Any:
    """The last example, with a value in every member that it leaves out or null."""
    document = schema["examples"][-1]
    for site in sites(schema):
        if "properties" in site.node:
            document = changed(
                document, site.path, lambda value, node=site.node: _filled(value, node, schema)
            )
    return document


def _filled(value: Any, node: dict[str, Any], root: dict[str, Any]) -> Any:
    samples = {
        name: _sample(plain(member, root))
        for name, member in node["properties"].items()
        if not is_any(member) and value.get(name) is None
    }
    return {
        name: samples.get(name, value.get(name))
        for name in node["properties"]
        if name in value or name in samples
    }


def _sample(node: dict[str, Any]) -> Any:
    if "x-extensible-enum" in node:
        return node["x-extensible-enum"][0]
    return {"string": "some text", "integer": 7, "number": 0.25, "array": []}[types(node)[0]]


def made(schema: dict[str, Any]) -> dict[str, Any]:
    """The made documents of one schema version, by name."""
    whole, places = full(schema), sites(schema)
    optional = [site for site in places if site.optional]
    nullable = [site for site in places if site.nullable]
    records = [site for site in places if "properties" in site.node]
    labels = [site for site in places if "x-extensible-enum" in site.node]
    containers = [site for site in places if {"items", "additionalProperties"} & site.node.keys()]
    minimal = everywhere(whole, optional, lambda _: ABSENT)
    # All that is optional absent at once is "minimal".
    families: dict[str, tuple[list[Site], Change]] = {
        "absent": (optional, lambda _: ABSENT),
        "null": (nullable, lambda _: None),
        "unknown-members": (records, lambda value: value if value is None else value | UNKNOWN),
        "unknown-label": (labels, lambda _: NEW_LABEL),
    }
    documents = {
        "full": whole,
        "minimal": minimal,
        "minimal-empty": everywhere(minimal, containers, lambda value: type(value)()),
        "written-otherwise": _written_otherwise(whole, places),
    }
    for family, (chosen, change) in families.items():
        if len(chosen) > 1 and family != "absent":
            documents[f"{family}-all"] = everywhere(whole, chosen, change)
        for site in chosen:
            documents[f"{family}-{site.name}"] = changed(whole, site.path, change)
    return documents


def _written_otherwise(document: Any, places: list[Site]) -> Any:
    """Integers as 7.0, doubles as 3, instants with offsets, in lower case and with odd fractions."""
    instants = iter(INSTANTS)
    changes: list[tuple[list[Site], Change]] = [
        (
            [site for site in places if "integer" in types(site.node)],
            lambda value: float(value) if value <= 2**53 else value,
        ),
        ([site for site in places if "number" in types(site.node)], lambda _: 3),
        ([site for site in places if site.node.get("format") == "date-time"], lambda _: next(instants)),
    ]
    for chosen, change in changes:
        document = everywhere(document, chosen, change)
    return document


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--into", type=Path, default=HERE, help="folder to write to; this one by default")
    into = parser.parse_args().into
    real = {path: (HERE / path).read_bytes() for path in real_files()}
    refuse_changed(real)
    texts = {path: encoded(document) for path, document in made_documents().items()}
    results = {
        expected_path(path): encoded(result) for path, result in expected_results(real | texts).items()
    }
    texts |= results
    texts["registry.json"] = registry(real | texts)
    for path, data in texts.items():
        (into / path).parent.mkdir(parents=True, exist_ok=True)
        (into / path).write_bytes(data)
    for stale in set(all_json(into)) - set(texts) - set(real) - set(OWN):
        (into / stale).unlink()


def all_json(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json"))


def real_files() -> list[str]:
    return [
        path
        for path in all_json(HERE)
        if not path.startswith("made/") and not path.endswith(".expected.json") and path not in OWN
    ]


def refuse_changed(real: dict[str, bytes]) -> None:
    if not (HERE / "registry.json").exists():
        return
    for entry in json.loads((HERE / "registry.json").read_text(encoding="utf-8")):
        data = real.get(entry["path"])
        if data is not None and hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise SystemExit(f"{entry['path']}: a real file never changes; add another one")


def made_documents() -> dict[str, Any]:
    released = json.loads((SCHEMAS / "released.json").read_text(encoding="utf-8"))
    return {
        f"made/{kind}-{version}/{name}.json": document
        for kind, versions in released.items()
        for version in versions
        for name, document in made(read_schema(kind, version)).items()
    }


def read_schema(kind: str, version: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / kind / f"{version}.json").read_text(encoding="utf-8"))
    return schema


def newest_schema(kind: str) -> dict[str, Any]:
    versions = [path.stem for path in (SCHEMAS / kind).glob("*.json")]
    return read_schema(kind, max(versions, key=lambda version: [int(part) for part in version.split(".")]))


def expected_results(files: dict[str, bytes]) -> dict[str, Any]:
    """What loading each document gives: the values, or the refusal that refused.json states."""
    refused = json.loads((HERE / "refused.json").read_text(encoding="utf-8"))
    schemas = {kind: newest_schema(kind) for kind in ("capture", "resumption")}
    results = {}
    for path, data in files.items():
        schema = schemas.get(kind_of(path))
        if path in refused:
            results[path] = {"refused": refused[path]}
        elif schema is not None:
            results[path] = {"schema": schema["$id"], "loads": loaded(parsed(data.decode()), schema)}
    return results


def expected_path(path: str) -> str:
    return path.removesuffix(".json") + ".expected.json"


def encoded(document: Any) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def registry(files: dict[str, bytes]) -> bytes:
    entries = [
        {
            "path": path,
            "sha256": hashlib.sha256(files[path]).hexdigest(),
            "kind": kind_of(path),
            "schema": schema_version_of(path),
            "origin": origin_of(path),
            "outcome": outcome_of(path, files),
        }
        for path in sorted(files)
    ]
    return encoded(entries)


def kind_of(path: str) -> str:
    if path.endswith(".expected.json"):
        return "expected result"
    if path.endswith("/results.json"):
        return "results"
    if path.startswith("check/ir/"):
        return "agent IR"
    return "capture" if path.startswith(("captures/", "made/capture-")) else "resumption"


def schema_version_of(path: str) -> str | None:
    if kind_of(path) not in ("capture", "resumption"):
        return None
    if path.startswith("made/"):
        return path.split("/")[1].partition("-")[2]
    return SOURCE_VERSIONS[max((start for start in SOURCE_VERSIONS if path.startswith(start)), key=len)]


def outcome_of(path: str, files: dict[str, bytes]) -> str | None:
    if kind_of(path) not in ("capture", "resumption"):
        return None
    result = json.loads(files[expected_path(path)])
    return f"refused: {result['refused']['error']}" if "refused" in result else "loads"


ORIGINS = (
    (r"(load|check|resumptions|captures|made)/.*\.expected\.json", "computed by make.py"),
    (r"made/.*", "made by make.py of the example in the schema"),
    (r"captures/.*", "stand-in writer with serde, chrono and ulid"),
    (r"resumptions/(.*)/synthetic-.*", r"built with the types of ingot-runtime \1, written by its save"),
    (r"resumptions/(.*)/.*", r"written by ingot-runtime \1"),
    (r"load/real-memory-store-(.*)\.json", r"written by ingot-runtime \1"),
    (r"load/results\.json", "answers of the reader of ingot-runtime 0.9.0, and of 0.5.2 where they differ"),
    (r"load/.*", "made by hand"),
    (r"check/results\.json", "answers of the check of ingot-runtime 0.5.2 and 0.9.0"),
    (r"check/ir/phases-([0-9.]+)\.ir\.json", r"written by the compiler of ingot \1"),
    (r"check/snapshots/phases-([0-9.]+)\.json", r"written by ingot-runtime \1"),
    (r"check/.*/phases-([0-9]+\.[0-9]+\.[0-9]+)-.*", r"edited by hand, from a file of ingot \1"),
)


def origin_of(path: str) -> str:
    for pattern, origin in ORIGINS:
        if found := re.fullmatch(pattern, path):
            return found.expand(origin)
    raise SystemExit(f"{path}: say in ORIGINS where it comes from")


if __name__ == "__main__":
    main()
