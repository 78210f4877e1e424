"""The playground says of a document what the package says of it."""

import base64
import json
import re

import jsonschema_rs
import pytest

import runsnap
from tests.vectors.runner import judge_function, read_vectors

VECTORS = read_vectors()
IN_ONE_GO = 300
FLOAT = re.compile(r"-?[0-9]+(?=[.eE])[0-9.eE+-]+")
VALIDATE = """async (documents) => {
  const { validate } = await import("/assets/playground/report.js");
  const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return documents.map(([text, kind, version]) => validate(bytes(text), kind ?? undefined, version ?? undefined));
}"""


def reports(page, documents):
    """What the playground says of (bytes, kind, version)."""
    encoded = [(base64.b64encode(data).decode(), kind, version) for data, kind, version in documents]
    return [
        report
        for start in range(0, len(encoded), IN_ONE_GO)
        for report in page.evaluate(VALIDATE, encoded[start : start + IN_ONE_GO])
    ]


@pytest.fixture
def page(open_page):
    return open_page("playground/")


@pytest.fixture
def of_vectors(page):
    """The reports on all vectors, by case."""
    asked = [(VECTORS.bytes_of(case["document"]), case["kind"], case["version"]) for case in VECTORS.cases]
    return dict(zip((case["id"] for case in VECTORS.cases), reports(page, asked), strict=True))


def as_result(report):
    """A report as a consumer of the vectors gives it."""
    if report["problems"]:
        failures = [{"pointer": each["pointer"], "keyword": each["keyword"]} for each in report["problems"]]
        return {"refused": {"stage": report["problems"][0]["stage"], "failures": failures}}
    broken = {}
    for failure in report["failures"]:
        broken.setdefault(failure["keyword"], []).append(failure["pointer"])
    return {
        "refused": None,
        "checks": [{"rule": rule, "pointers": pointers} for rule, pointers in broken.items()],
    }


def test_it_gives_the_verdict_of_every_vector_and_names_the_place(of_vectors):
    implemented = {"schema", "pointers", "value", "check"}
    judged = judge_function(lambda case, data: as_result(of_vectors[case["id"]]), implemented, VECTORS)
    assert judged.problems == []
    assert all(judged.tallies[name].total > 100 for name in implemented)


def test_it_refuses_what_is_no_strict_json_at_the_right_place(of_vectors):
    wrong = []
    cases = [case for case in VECTORS.cases if case["stage"] == "parse"]
    for case in cases:
        found = of_vectors[case["id"]]
        places = [each["pointer"] for each in found["problems"]]
        expected = [failure["pointer"] for failure in case.get("failures", [])]
        if (found["valid"], places) != (case["valid"], expected):
            wrong.append((case["id"], places, expected))
    assert wrong == []
    assert len(cases) > 150


def test_it_says_what_the_package_says_of_every_vector(of_vectors):
    differences = []
    for case in VECTORS.cases:
        data = VECTORS.bytes_of(case["document"])
        expected = runsnap.validate(data, case["kind"], case["version"]).to_dict()
        found = of_vectors[case["id"]]
        differences += [
            (case["id"], name) for name in ("problems", "failures", "notes")
            if comparable(found[name]) != comparable(expected[name])
        ]  # fmt: skip
    assert differences == []


def comparable(items):
    """What must be the same: not the wording about text that is no JSON, nor the spelling of a float."""
    return sorted(
        [
            *(str(item.get(name)) for name in ("stage", "pointer", "keyword", "expected")),
            comparable_found(item),
        ]
        for item in items
    )


def comparable_found(item):
    found = item["found"]
    if item.get("stage") == "parse":
        return ""
    return repr(float(found)) if FLOAT.fullmatch(found) else found


def test_lines_and_columns_of_unreadable_text_are_those_of_the_package(page):
    cases = [case for case in VECTORS.cases if case["stage"] == "parse" and not case["valid"]]
    asked = [(VECTORS.bytes_of(case["document"]), case["kind"], case["version"]) for case in cases]
    wrong = []
    for (data, kind, version), found in zip(asked, reports(page, asked), strict=True):
        [expected] = runsnap.validate(data, kind, version).problems
        before = data.decode("utf-8", "replace").encode("utf-16-le")[: 2 * found["problems"][0]["start"]]
        lines = before.decode("utf-16-le").split("\n")
        if expected.line and (len(lines), len(lines[-1]) + 1) != (expected.line, expected.column):
            wrong.append((data, expected, found))
    assert wrong == []


TOLD_BY_ITSELF = [
    b'{"ingotSnapshot": "0.1"}', b'{"run_log": {}}', b'{"run_log": {}, "ingotSnapshot": 1, "kind": "capture"}',
    b'{"kind": "resumption"}', b'{"kind": "memory"}', b'{"kind": "memory", "run_log": {}}', b'{"kind": 1}', b"{}",
    b"[]", b"12", b'"text"', b'{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}',
    b'{"ingotSnapshot": "0.1", "kind": "memory"}', b'{"kind": "other"}',
]  # fmt: skip


def test_it_tells_the_kind_as_the_package_does(page):
    asked = [(data, None, None) for data in TOLD_BY_ITSELF]
    for (data, *_), found in zip(asked, reports(page, asked), strict=True):
        expected = runsnap.validate(data).to_dict()
        assert (found.get("kind"), found.get("version")) == (expected["kind"], expected["version"]), data
        assert comparable(found["problems"]) == comparable(expected["problems"]), data


SCHEMAS = [
    *({"type": name} for name in ("null", "boolean", "integer", "number", "string", "array", "object")),
    {"type": ["integer", "null"], "minimum": 0, "maximum": 2**64 - 1}, {"const": "a"},
    {"exclusiveMinimum": 1}, {"exclusiveMaximum": 2**64 - 1}, {"minimum": 0.5}, {"maximum": 2**53 + 1},
    {"type": "integer", "multipleOf": 2}, {"minLength": 1}, {"maxLength": 1}, {"pattern": "^[0-9a/]+$"},
    {"pattern": "^[0-9]+$", "not": {"type": "string", "pattern": "[^0-9]"}}, {"minItems": 2}, {"maxItems": 1},
    {"uniqueItems": True}, {"uniqueItems": False}, {"minProperties": 1}, {"maxProperties": 1},
    {"items": {"type": "integer"}}, {"required": ["a", "toString"]}, {"properties": {"a": {"type": "string"}}},
    {"properties": {"a": True}, "additionalProperties": {"type": "string"}},
    {"additionalProperties": {"anyOf": [{"$ref": "#/$defs/One"}, {"type": "null"}]},
     "$defs": {"One": {"minimum": 1, "maximum": 1}}},
    {"propertyNames": {"maxLength": 1}}, {"anyOf": [{"type": "null"}, {"minLength": 2}]},
    {"type": "string", "format": "date-time"}, {"default": 1, "examples": [2], "x-unit": "ms"},
]  # fmt: skip
DOCUMENTS = [
    "null", "true", "false", "0", "-0", "-1", "1", "1.0", "1.5", "2", "4e0", "18446744073709551615", "0.5",
    "18446744073709551616", "18446744073709551614.5", "9007199254740993", "9007199254740992.0", "1e300", '""',
    '"a"', '"ab"', '"😀"', '"\\ud83d\\ude00"', '"é1"', '"12"', '"12\\n"', '"a/1"', '"１２"', "[]", "[1]",
    "[1, 1.0]", "[1, true]", "[[1], [1]]", '[{"a": 1, "b": 2}, {"b": 2, "a": 1}]', '["a", "b", "a"]', "[1, null]",
    '[{"a": [1]}, {"a": [1, 2]}]', "{}", '{"a": 1}', '{"a": "x"}', '{"a": null}', '{"a": 1, "b": 2, "c": 3}',
    '{"ab": "1"}', '{"a": 1, "toString": 2}', '{"__proto__": 1}', '{"constructor": "a"}',
]  # fmt: skip
ACCEPTS = """async ([schemas, documents]) => {
  const { parse } = await import("/assets/playground/json.js");
  const { readSchema, refusals } = await import("/assets/playground/schema.js");
  const trees = documents.map((text) => parse(text));
  return schemas.map((text) => trees.map((tree) => refusals(readSchema(text), tree, "").length === 0));
}"""


def test_each_keyword_judges_as_the_validator_of_the_package_does(page):
    found = page.evaluate(ACCEPTS, [[json.dumps(schema) for schema in SCHEMAS], DOCUMENTS])
    for schema, verdicts in zip(SCHEMAS, found, strict=True):
        validator = jsonschema_rs.Draft202012Validator(schema)
        expected = [validator.is_valid(json.loads(document)) for document in DOCUMENTS]
        assert dict(zip(DOCUMENTS, verdicts, strict=True)) == dict(zip(DOCUMENTS, expected, strict=True)), (
            schema
        )


def test_the_table_fails_each_keyword_and_passes_it(page):
    keywords = page.evaluate(
        'async () => Object.keys((await import("/assets/playground/schema.js")).ASSERTIONS)'
    )
    for keyword in keywords:
        schema = next(schema for schema in SCHEMAS if keyword in schema)
        verdicts = {jsonschema_rs.is_valid(schema, json.loads(document)) for document in DOCUMENTS}
        assert verdicts == {True, False}, keyword


@pytest.mark.parametrize(
    "schema",
    [
        {"oneOf": [True]}, {"properties": {"a": {"dependentRequired": {}}}}, {"items": False}, {"minimun": 1},
        {"$defs": {"A": {"contains": True}}}, {"$ref": "#/$defs/A"}, {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        {"$ref": "#/$defs/A", "minimum": 1, "$defs": {"A": True}}, {"multipleOf": 0.5}, {"toString": 1},
    ],
)  # fmt: skip
def test_a_schema_that_says_more_is_refused_not_judged_in_part(page, schema):
    read = """async (text) => {
      const { readSchema } = await import("/assets/playground/schema.js");
      try { readSchema(text); return "read"; } catch (error) { return String(error); }
    }"""
    assert page.evaluate(read, json.dumps(schema)).startswith("Error: ")
