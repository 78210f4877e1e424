"""The dataclasses, by datamodel-code-generator from a schema made of the model.

That schema says only what becomes Python: names are decided already, and with
the documentation, wire names, units, constraints and defaults they reach the
template beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from datamodel_code_generator import GenerateConfig, generate
from datamodel_code_generator.enums import DataModelType, InputFileType
from datamodel_code_generator.format import PythonVersion

from codegen import runtime
from codegen.emit.docstrings import docstring
from codegen.emit.packaged import PACKAGE_DOC
from codegen.model import (
    AnyJson,
    Array,
    Boolean,
    Document,
    EnumRef,
    Field,
    Instant,
    Integer,
    Map,
    Number,
    Record,
    RecordRef,
    String,
    Type,
)
from codegen.reader import DIALECT

_TEMPLATES = Path(__file__).parent.parent / "templates"


def emit(document: Document) -> dict[str, str]:
    """``KIND/models.py``."""
    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.DataclassesDataclass,
        target_python_version=PythonVersion.PY_311,
        custom_template_dir=_TEMPLATES,
        extra_template_data=defaultdict(dict, _template_data(document)),
        base_class_map={
            record.name: runtime.BASES.get(record.name, runtime.RECORD_BASE)
            if record is document.root
            else runtime.RECORD_BASE
            for record in document.records
        },
        additional_imports=[runtime.JSON_VALUE, "dataclasses.field"],
        custom_file_header=PACKAGE_DOC,
        strict_nullable=True,
        use_schema_description=True,
        keep_model_order=True,
        disable_timestamp=True,
        formatters=[],
    )
    return {f"{document.kind}/models.py": str(generate(_schema(document), config=config))}


def _schema(document: Document) -> dict[str, Any]:
    definitions: dict[str, Any] = {
        enum.name: {
            "title": enum.name, "type": "string", "enum": [label for _, label in enum.labels],
        }
        for enum in document.enums
    }  # fmt: skip
    definitions |= {record.name: _record(record) for record in document.records[1:]}
    return {"$schema": DIALECT, **_record(document.root), "$defs": definitions}


def _record(record: Record) -> dict[str, Any]:
    return {
        "title": record.name,
        "type": "object",
        "required": [key for key, _ in _keyed(record)],
        "properties": {key: _type(_python_type(field)) for key, field in _keyed(record)},
    }


def _keyed(record: Record) -> Iterator[tuple[str, Field]]:
    """The fields, each with a key that datamodel-code-generator takes for a Python name as it is."""
    return ((f"member_{index}", field) for index, field in enumerate(record.fields))


def _python_type(field: Field) -> Type:
    if isinstance(field.type.shape, AnyJson) or field.optional_in_python:
        return field.type
    return field.type.without_null()


def _type(type_: Type) -> dict[str, Any]:
    match type_.shape:
        case AnyJson():
            return {"customTypePath": runtime.JSON_VALUE}
        case Instant():
            schema: dict[str, Any] = {"customTypePath": runtime.INSTANT}
        case String(const=None):
            schema = {"type": "string"}
        case String(const=const):
            schema = {"const": const}
        case Integer():
            schema = {"type": "integer"}
        case Number():
            schema = {"type": "number"}
        case Boolean():
            schema = {"type": "boolean"}
        case EnumRef(name):
            schema = {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "string"}]}
        case RecordRef(name):
            schema = {"$ref": f"#/$defs/{name}"}
        case Array(items):
            schema = {"type": "array", "items": _type(items)}
        case Map(values):
            schema = {"type": "object", "additionalProperties": _type(values)}
    return {"anyOf": [schema, {"type": "null"}]} if type_.nullable else schema


def _template_data(document: Document) -> dict[str, dict[str, Any]]:
    """By class name, what the templates write: names, documentation, defaults and metadata."""
    data: dict[str, dict[str, Any]] = {
        record.name: {"record": _record_data(record)} for record in document.records
    }
    for enum in document.enums:
        members = [{"name": python, "label": repr(label)} for python, label in enum.labels]
        data[enum.name] = {"enum": {"doc": docstring(enum.description), "members": members}}
    return data


def _record_data(record: Record) -> dict[str, Any]:
    return {
        "doc": docstring(record.description),
        "members": [
            {
                "key": key,
                "name": field.python,
                "doc": docstring(field.description),
                "arguments": ", ".join([*_default(field), f"metadata={_metadata(field)!r}"]),
            }
            for key, field in _keyed(record)
        ],
    }


def _default(field: Field) -> list[str]:
    shape = field.type.shape
    if isinstance(shape, String) and shape.const is not None:
        return [f"default={shape.const!r}"]
    if field.required:
        return []
    match field.default, shape:
        case [], Array():
            return ["default_factory=list"]
        case {}, Map():
            return ["default_factory=dict"]
        case {}, RecordRef(name):
            return [f"default_factory=lambda: {name}()"]
        case default, _:
            return [f"default={default!r}"]


def _metadata(field: Field) -> dict[str, Any]:
    metadata: dict[str, Any] = {"wire": field.wire}
    if field.unit:
        metadata["unit"] = field.unit
    return metadata | dict(field.type.constraints)
