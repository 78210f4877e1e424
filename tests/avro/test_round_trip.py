"""Nothing is lost: JSON, dataclass, Avro of every released version, dataclass, JSON."""

from __future__ import annotations

import importlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import runsnap
from codegen.model import Document
from runsnap import avro
from runsnap._equality import same_json
from runsnap.avro import _writer
from tests.avro.samples import (
    CAPTURE,
    CLASSES,
    DATA,
    MODELS,
    PAIRS,
    PLAIN,
    RESUMPTION,
    as_written,
    carried_documents,
    container,
    document,
    loaded,
    numbered,
    resumption,
    set_at,
    uncarried,
)
from tests.strategies import documents

CODECS = ["null", "deflate", "bzip2", "xz", "zstandard"]
if importlib.util.find_spec("cramjam"):
    CODECS.append("snappy")
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def model_of(kind: str, version: str) -> Document:
    return next(model for model in MODELS[kind] if model.version == version)


def check(kind: str, plain: Any, version: str, codec: str = "null") -> None:
    """A document of JSON text comes back equal on both ways through Avro."""
    made = CLASSES[kind].loads(json.dumps(plain))
    wanted = as_written(kind, plain)
    assert same_json(made.to_dict(), wanted)
    for back in (
        avro.decode(avro.encode(made, version=version)),
        *loaded(container([made], version=version, codec=codec)),
    ):
        assert type(back) is CLASSES[kind]
        assert same_json(back.to_dict(), wanted)
        assert back == made


@pytest.mark.parametrize("kind, version", PAIRS)
@given(data=st.data())
@settings(RELAXED, max_examples=40)
def test_every_document_comes_back_from_every_version(kind: str, version: str, data: st.DataObject) -> None:
    written_by = data.draw(st.sampled_from(MODELS[kind]))
    plain = data.draw(carried_documents(written_by))
    check(kind, plain, version, data.draw(st.sampled_from(CODECS)))


@pytest.mark.parametrize("kind", MODELS)
@given(data=st.data())
@settings(RELAXED, max_examples=50)
def test_what_avro_cannot_carry_is_refused_by_its_pointer_and_nothing_else(
    kind: str, data: st.DataObject
) -> None:
    model = MODELS[kind][-1]
    plain = data.draw(documents(model))
    made = CLASSES[kind].loads(json.dumps(plain))
    pointers = list(uncarried(model, plain))
    if pointers:
        with pytest.raises(runsnap.errors.UnrepresentableError) as caught:
            avro.encode(made)
        assert caught.value.pointer in pointers
    else:
        assert avro.decode(avro.encode(made)) == made


ANY_JSON = [
    None, True, False, 0, -1, 2**53 + 1, 2**63, 2**64, -(2**64), 10**40 + 7, 10**4299, -(10**4299), 1.0, -0.0, 0.1, 5e-324,
    1.7976931348623157e308, -1.7976931348623157e308, 1e16, 1e22, 1e-7, 123456789012345680.0, "", "\x00", "null", "1", "é",
    "😀", "\u2028", "\ufeff", "\uffff", "\\u0041", '"', "{", "a\nb", [], {}, [[]], [{}], {"": ""}, {"a": {"a": {"a": []}}},
    {"\x00": 0, "😀": 1, "a/b~c": 2, "_unknown": 3}, [1, 1.0, True, None, "1"], {"a:b": "c:d", ":": [":"]},
]  # fmt: skip


@pytest.mark.parametrize("kind, version", PAIRS)
@pytest.mark.parametrize("index", range(len(ANY_JSON)))
def test_any_json_comes_back_to_the_last_digit(kind: str, version: str, index: int) -> None:
    value = ANY_JSON[index]
    pointer = {"capture": "/run_log/steps/0/input", "resumption": "/bindings/v"}[kind]
    check(kind, set_at(set_at(PLAIN[kind], pointer, value), "/unknown", value), version)


@pytest.mark.parametrize("kind, version", PAIRS)
def test_unknown_members_come_back_at_every_level(kind: str, version: str) -> None:
    places = {
        "capture": ["", "/run_log", "/run_log/steps/0", "/run_log/tokens", "/run_log/cost_estimate", "/llm_io/0", "/llm_io/0/tool_calls/0"],
        "resumption": ["", "/usage", "/spend", "/outputs/o"],
    }  # fmt: skip
    plain = PLAIN[kind]
    for number, place in enumerate(places[kind]):
        plain = set_at(plain, f"{place}/_unknown", {"place": number, "_unknown": {"_unknown": -0.0}})
        plain = set_at(plain, f"{place}/", number)
        plain = set_at(plain, f"{place}/default", {"type": "record"})
    check(kind, plain, version)


@pytest.mark.parametrize("version", [model.version for model in MODELS["capture"]])
def test_unknown_labels_are_kept_as_they_are(version: str) -> None:
    plain = CAPTURE
    for pointer in ("/run_log/status", "/run_log/steps/0/kind", "/llm_io/0/finish_reason"):
        plain = set_at(plain, pointer, f"later {pointer}")
    check("capture", plain, version)


@pytest.mark.parametrize("version", [model.version for model in MODELS["resumption"]])
def test_odd_names_in_maps_come_back(version: str) -> None:
    names = [
        "",
        "\x00",
        "a.b",
        "a-b",
        "null",
        "_unknown",
        "é",
        "e\u0301",
        "😀",
        "\uffff",
        "x" * 500,
        "$tmp0",
        "1",
    ]
    maps = {name: name for name in names}
    plain = RESUMPTION | {"inputs": maps, "bindings": maps, "state": maps}
    plain["spend"] = {"micros": 0, "currency": None, "unpriced": maps}
    plain["outputs"] = {name: {"name": name, "contentType": "", "value": None} for name in names}
    check("resumption", plain, version)


@pytest.mark.parametrize("kind, version", PAIRS)
@pytest.mark.parametrize("pointer, value", [
    ("/run_log/started_at", "1677-09-21T00:12:43.145224192Z"), ("/run_log/started_at", "2262-04-11T23:47:16.854775807Z"),
    ("/run_log/started_at", "1969-12-31T23:59:59.999999999Z"), ("/run_log/started_at", "2026-03-02T23:30:00.1+23:59"),
    ("/rng_seed", 0), ("/rng_seed", 127), ("/rng_seed", 128), ("/rng_seed", 2**63), ("/rng_seed", 2**64 - 1),
    ("/run_log/steps/0/latency", 2**63 - 1), ("/run_log/steps/0/idx", 2**32 - 1),
    ("/run_log/cost_estimate/total_usd", -0.0), ("/run_log/cost_estimate/total_usd", 5e-324),
    ("/run_log/cost_estimate/total_usd", 1.7976931348623157e308),
    ("/spend/micros", 0), ("/spend/micros", 255), ("/spend/micros", 2**64), ("/spend/micros", 2**127 - 1 - 10**38),
    ("/spend/micros", 10**38 - 1), ("/usage/inputTokens", 2**63 - 1), ("/steps", 2**32 - 1),
])  # fmt: skip
def test_the_last_values_that_fit_come_back(kind: str, version: str, pointer: str, value: Any) -> None:
    if pointer.split("/")[1] in PLAIN[kind]:
        check(kind, set_at(PLAIN[kind], pointer, value), version)


FILES = sorted(
    path for folder in ("made", "captures", "resumptions") for path in (DATA / folder).rglob("*.json")
)


@pytest.mark.parametrize("kind", MODELS)
def test_every_file_of_the_corpus_comes_back(kind: str) -> None:
    found = []
    for path in FILES:
        if ".expected" not in path.name:
            try:
                found.append(CLASSES[kind].load(path))
            except runsnap.errors.RunsnapError:
                continue
    assert len(found) > 50
    for model in MODELS[kind]:
        carried = [made for made in found if not list(uncarried(MODELS[kind][-1], made.to_dict()))]
        back = loaded(container(carried, version=model.version))
        assert [made.to_dict() for made in back] == [made.to_dict() for made in carried]
        assert all(
            same_json(one.to_dict(), other.to_dict()) for one, other in zip(back, carried, strict=True)
        )


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("size", [1, 1000, 10**9])
def test_several_documents_in_a_block_and_several_blocks(
    codec: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_writer, "BLOCK_SIZE", size)
    made = numbered(25)
    data = container(made, codec=codec)
    blocks = data.count(data[-16:]) - 1
    assert 1 < blocks < 25 if size == 1000 else blocks == (25 if size == 1 else 1)
    reader = avro.load(io.BytesIO(data))
    assert (reader.codec, reader.kind, reader.version, reader.declared_count) == (
        codec,
        "resumption",
        "0.1.1",
        25,
    )
    assert [item.steps for item in reader] == list(range(25))
    assert reader.count == 25


def test_blocks_larger_than_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    from runsnap.avro import _container

    monkeypatch.setattr(_container, "_SLICE", 700)
    monkeypatch.setattr(_writer, "BLOCK_SIZE", 10**9)
    assert [item.steps for item in loaded(container(numbered(50)))] == list(range(50))


def test_a_large_document(tmp_path: Path) -> None:
    made = resumption(bindings={f"b{number}": "x" * 1000 for number in range(3000)})
    assert avro.dump([made], tmp_path / "large.avro") == 1
    assert list(avro.load(tmp_path / "large.avro")) == [made]


@pytest.mark.parametrize("kind", MODELS)
def test_no_documents(kind: str) -> None:
    data = container([], kind=kind)
    assert (loaded(data), avro.load(io.BytesIO(data)).declared_count) == ([], 0)
    with pytest.raises(ValueError, match="kind="):
        container([])


def test_a_stream_is_written_as_it_comes() -> None:
    consumed = []

    def stream() -> Any:
        for item in numbered(3):
            consumed.append(item.steps)
            yield item

    assert [item.steps for item in loaded(container(stream()))] == [0, 1, 2]
    assert consumed == [0, 1, 2]


@example(depth=195)
@given(depth=st.integers(150, 197))
@settings(RELAXED, max_examples=10)
def test_deep_values_come_back(depth: int) -> None:
    value: Any = 1
    for _ in range(depth - 1):
        value = [value]
    check("resumption", set_at(RESUMPTION, "/bindings/deep", value), "0.1.0")
    check("resumption", RESUMPTION | {"unknown": value}, "0.1.1")


def from_deep_down(frames: int, work: Any) -> Any:
    return from_deep_down(frames - 1, work) if frames else work()


@pytest.mark.parametrize("kind", MODELS)
def test_the_callers_stack_does_not_matter(kind: str) -> None:
    made = document(kind)
    nested: Any = 1
    for _ in range(190):
        nested = {"n": nested}
    made.additional_properties["deep"] = nested
    assert from_deep_down(900, lambda: avro.decode(avro.encode(made))) == made
    assert from_deep_down(900, lambda: loaded(container([made]))) == [made]
