"""Whatever a schema holds, the reader reads it or refuses it with a pointer; what it reads can be generated."""

from __future__ import annotations

import json
import keyword
import unicodedata
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from codegen.emit import codec, dataclasses, tables
from codegen.errors import UnsupportedSchemaError
from codegen.names import RECORD_MEMBERS, field_name, label_name
from codegen.reader import DIALECT, read_document
from tests.codegen.test_refusals import SUPPORTED, UNSUPPORTED
from tests.strategies import json_values

KEYWORDS = sorted(
    SUPPORTED
    | UNSUPPORTED.keys()
    | {"x-extensible-enum", "x-unit", "x-omit-default", "x-avro", "x-checks", "x-y"}
)
NAMES = st.sampled_from(["a", "b", "A", "B", "a-b", "Sample", "Any"]) | st.text(max_size=3)
REFS = NAMES.map(lambda name: f"#/$defs/{name}") | st.sampled_from(
    ["#", "#/properties/a", "https://example.com/x"]
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"])
CHECKS = st.dictionaries(
    st.sampled_from(["id", "description", "equal", "notBefore", "present", "when", "consecutive", "from", "length",
                     "counts", "equalsLast", "pattern", "at", "maxLength", "orEmpty", "ignoreCase"]),
    json_values(3) | st.sampled_from(["/a", "/a/*", ["/a", "/b"], {"at": "/a", "in": ["x"]}]),
)  # fmt: skip


def schema_like(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects with the members of schemas, mostly of the right types."""
    maps = st.dictionaries(NAMES, inner, max_size=3)
    numbers = st.integers() | st.floats()
    texts = st.text(max_size=4) | st.sampled_from(["^[a-z]+$", "[", "(?", "date-time"])
    typed: dict[str, st.SearchStrategy[Any]] = {
        "type": TYPES | st.lists(TYPES, max_size=3), "properties": maps, "$defs": maps, "patternProperties": maps,
        "required": st.lists(NAMES, max_size=3), "items": inner, "additionalProperties": inner, "propertyNames": inner,
        "not": inner | st.fixed_dictionaries({"type": st.just("string"), "pattern": texts}),
        "anyOf": st.lists(inner | st.just({"type": "null"}), max_size=3), "$ref": REFS, "title": NAMES, "format": texts,
        "pattern": texts, "minimum": numbers, "maximum": numbers, "multipleOf": numbers, "minLength": numbers,
        "const": texts, "default": json_values(2) | st.sampled_from([None, 0, "", [], {}]),
        "x-extensible-enum": st.lists(texts, max_size=3), "x-omit-default": st.booleans(), "x-unit": texts,
        "x-checks": st.lists(CHECKS, max_size=2), "description": texts,
    }  # fmt: skip
    common = [
        "type",
        "properties",
        "items",
        "anyOf",
        "$ref",
        "title",
        "default",
        "required",
        "additionalProperties",
    ]
    wild = st.sampled_from(KEYWORDS)
    members = st.lists(
        (st.sampled_from(common) | wild).flatmap(
            lambda name: st.tuples(st.just(name), typed.get(name, json_values(2)) | json_values(1))
        ),
        max_size=4,
    )
    return members.map(dict)


BODIES = st.recursive(
    st.booleans() | TYPES.map(lambda name: {"type": name}) | json_values(1), schema_like, max_leaves=8
)
SCHEMAS = st.fixed_dictionaries(
    {"$schema": st.just(DIALECT), "title": st.just("Sample") | st.text(max_size=3), "type": st.just("object")},
    optional={
        "properties": st.dictionaries(NAMES, BODIES, max_size=3),
        "required": st.lists(NAMES, max_size=2),
        "$defs": st.dictionaries(NAMES, BODIES, max_size=3),
        "x-checks": st.lists(CHECKS, max_size=2) | json_values(1),
        "description": st.text(max_size=5),
    },
) | BODIES  # fmt: skip
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@given(SCHEMAS)
@QUICK
def test_a_schema_is_read_or_refused_with_a_pointer(made: Any) -> None:
    try:
        document = read_document("sample", "1.0.0", made, json.dumps(made))
    except UnsupportedSchemaError as error:
        assert error.pointer == "" or error.pointer.startswith("/")
        return
    for path, text in (codec.emit(document) | tables.emit((document,))).items():
        compile(text, path, "exec")


@given(
    st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=6),
    st.text(max_size=20),
    st.lists(st.text(max_size=4), min_size=1, max_size=4),
)
@settings(max_examples=8, deadline=None)
def test_any_names_and_descriptions_give_python(
    members: dict[str, str], told: str, labels: list[str]
) -> None:
    made = {
        "$schema": DIALECT, "title": "Sample", "type": "object", "description": told, "required": list(members),
        "properties": {name: {"$ref": "#/$defs/e", "description": text} for name, text in members.items()},
        "$defs": {"e": {"title": "E", "type": "string", "x-extensible-enum": labels, "description": told}},
    }  # fmt: skip
    try:
        document = read_document("sample", "1.0.0", made)
    except UnsupportedSchemaError as error:
        assume("becom" not in error.reason)
        raise
    text = dataclasses.emit(document)["sample/models.py"]
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, "models.py", "exec"), names)
    assert list(names["Sample"].__dataclass_fields__) == [
        *(field.python for field in document.root.fields), "additional_properties",
    ]  # fmt: skip
    assert {member.name: member.value for member in names["E"]} == dict(document.enums[0].labels)


@given(st.text())
def test_a_field_has_a_name_that_python_keeps(wire: str) -> None:
    name = field_name(wire)
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    assert not name.startswith("_")
    assert name not in RECORD_MEMBERS
    assert unicodedata.normalize("NFKC", name) == name


@given(st.text())
def test_a_label_has_a_name_that_python_keeps(label: str) -> None:
    name = label_name(label)
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    assert not name.startswith("_")
    assert unicodedata.normalize("NFKC", name) == name
