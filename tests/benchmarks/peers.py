"""What runsnap is measured against: models of the same schemas in other libraries.

Those of pydantic and the dataclasses are generated, at the start of a run, by
datamodel-code-generator from the schemas in the package. Of two ways to use a
library the faster one is taken: decoders are made once, names of types stand
for themselves (``collapse_root_models``), texts go in as bytes.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import orjson
from datamodel_code_generator import GenerateConfig, generate
from datamodel_code_generator.enums import DataModelType, InputFileType
from datamodel_code_generator.format import DatetimeClassType, PythonVersion
from mashumaro.codecs.orjson import ORJSONDecoder

import runsnap
from runsnap._generated.catalog import CATALOG
from tests.benchmarks.documents import Kind

Load = Callable[[bytes], Any]

LOADS = ("msgspec", "pydantic", "orjson", "mashumaro", "jsonschema")

DISTRIBUTIONS = ("runsnap", "jsonschema-rs", "msgspec", "pydantic", "orjson", "mashumaro", "jsonschema")

_OPTIONS: dict[str, dict[str, Any]] = {
    "pydantic": {
        "output_model_type": DataModelType.PydanticV2BaseModel,
        "extra_fields": "allow",
        "collapse_root_models": True,
    },
    "dataclasses": {
        "output_model_type": DataModelType.DataclassesDataclass,
        "dataclass_arguments": {"slots": True, "kw_only": True},
        "output_datetime_class": DatetimeClassType.Datetime,
    },
}


@functools.cache
def model(library: str, kind: Kind) -> Any:
    """The class for whole documents: ``pydantic`` or ``dataclasses``."""
    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        target_python_version=PythonVersion.PY_311,
        formatters=[],
        **_OPTIONS[library],
    )
    name = f"{library}_models_of_{kind}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.py")
        path.write_text(str(generate(runsnap.schema(kind), config=config)), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return getattr(module, kind.capitalize())


def ours(kind: Kind) -> Load:
    """Of runsnap."""
    record: Any = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}[kind]
    return record.loads  # type: ignore[no-any-return]


def loads(kind: Kind) -> dict[str, Load]:
    """Bytes to what the library makes of them, runsnap first."""
    return {
        "runsnap": ours(kind),
        "msgspec": msgspec.json.Decoder(model("dataclasses", kind)).decode,
        "pydantic": model("pydantic", kind).model_validate_json,
        "orjson": orjson.loads,
        "mashumaro": ORJSONDecoder(model("dataclasses", kind)).decode,
        "jsonschema": functools.partial(_validated, runsnap.validator(kind)),
    }


def _validated(validator: Any, data: bytes) -> Any:
    value = json.loads(data)
    validator.validate(value)
    return value


def verdicts(kind: Kind) -> dict[str, Callable[[Any], bool]]:
    """Parsed values to whether they are valid: the library that judges our loads, and the ecosystem's standard."""
    return {"jsonschema-rs": CATALOG.verdict(kind).is_valid, "jsonschema": runsnap.validator(kind).is_valid}


def written(plain: Any) -> bytes:
    """Dataclasses as sorted and indented JSON, by msgspec alone."""
    return msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2)
