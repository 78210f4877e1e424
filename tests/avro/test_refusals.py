"""What cannot be written is refused before anything of it is; what was written before stays a valid file."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from whenever import Instant

from runsnap import Capture, avro
from runsnap.avro import _codecs, _writer
from runsnap.errors import RunsnapError, UnrepresentableError, UnsupportedVersionError, WrongKindError
from tests.avro.samples import MODELS, capture, container, datum, loaded, numbered, resumption

LAST = Instant.from_timestamp(2**63 - 1, unit="nanosecond")
FIRST = Instant.from_timestamp(-(2**63), unit="nanosecond")


def with_instant(at: Instant) -> Capture:
    made = capture()
    made.captured_at = at
    return made


@pytest.mark.parametrize("version", [model.version for model in MODELS["capture"]])
@pytest.mark.parametrize("at, step", [(FIRST, -1), (LAST, 1)])
def test_instants_go_from_1677_to_2262(at: Instant, step: int, version: str) -> None:
    assert at.to_stdlib().year == (1677 if step < 0 else 2262)
    assert avro.decode(avro.encode(with_instant(at), version=version)).captured_at == at
    beyond = at.add(nanoseconds=step)
    with pytest.raises(UnrepresentableError, match="1677 to 2262") as caught:
        avro.encode(with_instant(beyond), version=version)
    assert caught.value.pointer == "/captured_at"


@pytest.mark.parametrize("version", [model.version for model in MODELS["resumption"]])
def test_counters_go_to_the_largest_long(version: str) -> None:
    usage = {"inputTokens": 2**63 - 1, "outputTokens": 0, "cacheReadTokens": 0}
    assert avro.decode(avro.encode(resumption(usage=usage), version=version)).usage.input_tokens == 2**63 - 1
    with pytest.raises(UnrepresentableError, match="63 bits") as caught:
        avro.encode(resumption(usage=usage | {"outputTokens": 2**63}), version=version)
    assert caught.value.pointer == "/usage/outputTokens"


@pytest.mark.parametrize("version", [model.version for model in MODELS["resumption"]])
def test_money_goes_to_38_digits(version: str) -> None:
    most = resumption(spend={"micros": 10**38 - 1})
    assert avro.decode(avro.encode(most, version=version)).spend.micros == 10**38 - 1
    with pytest.raises(UnrepresentableError, match="38 digits") as caught:
        avro.encode(resumption(spend={"micros": 10**38}), version=version)
    assert caught.value.pointer == "/spend/micros"


@pytest.mark.parametrize("version", [model.version for model in MODELS["capture"]])
def test_the_seed_takes_all_of_64_bits(version: str) -> None:
    assert avro.decode(avro.encode(capture(rng_seed=2**64 - 1), version=version)).rng_seed == 2**64 - 1


BAD: dict[str, Any] = {
    "an instant": lambda: with_instant(LAST.add(nanoseconds=1)),
    "a set": lambda: capture_with(additional_properties={"x": {1}}),
    "not a number": lambda: capture_with(additional_properties={"x": math.nan}),
    "an invalid document": lambda: capture_with(run_id="x"),
    "another kind": resumption,
    "a surrogate": lambda: capture_with(model_version="\udc00"),
    "too deep": lambda: capture_with(additional_properties={"x": deep()}),
    "no document": lambda: {"run_id": "x"},
    "a part of one": lambda: capture().run_log,
}


def capture_with(**attributes: Any) -> Capture:
    made = capture()
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def deep() -> Any:
    value: Any = None
    for _ in range(250):
        value = {"x": value}
    return value


@pytest.mark.parametrize("size", [1, 10**9], ids=["each-in-its-block", "all-in-one-block"])
@pytest.mark.parametrize("bad", BAD)
def test_a_file_object_holds_what_was_before_the_error(
    bad: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_writer, "BLOCK_SIZE", size)
    good = [capture(memory_ref=str(number)) for number in range(3)]
    file = io.BytesIO()
    with pytest.raises((RunsnapError, TypeError)):
        avro.dump([*good, BAD[bad](), capture()], file)
    file.seek(0)
    reader = avro.load(file)
    assert reader.declared_count == 3
    assert list(reader) == good


@pytest.mark.parametrize("bad", BAD)
def test_a_path_stays_as_it_was(bad: str, tmp_path: Path) -> None:
    path = tmp_path / "old.avro"
    path.write_bytes(b"old")
    with pytest.raises((RunsnapError, TypeError)) as caught:
        avro.dump([capture(), BAD[bad](), capture()], path)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["old.avro"]
    if isinstance(caught.value, RunsnapError):
        assert caught.value.source == str(path)
        assert str(path) in str(caught.value)


def test_an_error_of_the_documents_own_source_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_writer, "BLOCK_SIZE", 1)
    source, target = tmp_path / "source.avro", tmp_path / "target.avro"
    source.write_bytes(container([capture()] * 3)[:-1])
    with pytest.raises(RunsnapError) as caught:
        avro.dump(avro.load(source), target)
    assert caught.value.source == str(source)
    assert not target.exists()


def test_an_error_of_the_stream_itself_leaves_a_valid_file() -> None:
    def stream() -> Iterator[Capture]:
        yield capture()
        raise ZeroDivisionError

    file = io.BytesIO()
    with pytest.raises(ZeroDivisionError):
        avro.dump(stream(), file)
    assert loaded(file.getvalue()) == [capture()]


def test_a_writer_goes_on_after_an_error() -> None:
    file = io.BytesIO()
    with avro.AvroWriter(file, "capture") as writer:
        writer.write(capture(memory_ref="1"))
        with pytest.raises(UnrepresentableError):
            writer.write(with_instant(LAST.add(nanoseconds=1)))
        writer.write(capture(memory_ref="2"))
        assert writer.count == 2
    writer.close()
    assert [made.memory_ref for made in loaded(file.getvalue())] == ["1", "2"]


def test_a_file_holds_one_kind() -> None:
    with pytest.raises(WrongKindError, match="expected a capture, found a Resumption"):
        avro.dump([capture(), resumption()], io.BytesIO())
    with pytest.raises(WrongKindError, match="expected a resumption, found a Capture"):
        avro.dump([capture()], io.BytesIO(), kind="resumption")


@pytest.mark.parametrize("thing", [{}, None, "run.json", b"", 5])
def test_what_is_no_document_is_a_type_error(thing: Any) -> None:
    for work in (lambda: avro.encode(thing), lambda: avro.dump([thing], io.BytesIO())):
        with pytest.raises(TypeError, match="expected a Capture or a Resumption"):
            work()


def test_a_part_of_a_document_has_no_encoding() -> None:
    for part in (capture().run_log, capture().run_log.steps[0], resumption().usage):
        with pytest.raises(WrongKindError, match="a whole document"):
            avro.encode(part)  # type: ignore[arg-type]


def test_unknown_names_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.avro"
    for error, options in [
        (ValueError, {"codec": "brotli"}),
        (ValueError, {"kind": "memory"}),
        (UnsupportedVersionError, {"version": "9.9.9"}),
    ]:
        file = io.BytesIO()
        for target in (file, path):
            with pytest.raises(error):
                avro.dump(numbered(1), target, **options)
        assert file.getvalue() == b""
        assert not path.exists()


@pytest.mark.parametrize("codec, modules, package", [
    ("snappy", ["cramjam"], "cramjam"),
    ("zstandard", ["backports.zstd", "compression.zstd"], r"backports\.zstd"),
])  # fmt: skip
def test_a_missing_library_is_named(
    codec: str, modules: list[str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in modules:
        monkeypatch.setitem(__import__("sys").modules, module, None)
    file = io.BytesIO()
    with pytest.raises(RunsnapError, match=rf"{codec}.*package {package}"):
        avro.dump([capture()], file, codec=codec)
    assert file.getvalue() == b""
    plain = container([capture()], codec="null").replace(
        b"avro.codec\x08null", b"avro.codec" + bytes([2 * len(codec)]) + codec.encode()
    )
    with pytest.raises(RunsnapError, match=rf"{codec}.*package {package}"):
        avro.load(io.BytesIO(plain))


def test_every_codec_that_avro_names_is_known() -> None:
    known = set(_codecs.CODECS)
    assert known == {"null", "deflate", "bzip2", "xz", "zstandard", "snappy"}


def test_newer_members_stand_in_older_versions_as_unknown_ones() -> None:
    from fastavro import schemaless_reader

    made = capture()
    record: Any = schemaless_reader(io.BytesIO(datum(made, "1.0.0")), avro.schema("capture", "1.0.0"), None)
    assert "finish_reason" not in record["llm_io"][0]
    assert record["llm_io"][0]["_unknown"]["finish_reason"] == '"Stop"'
    assert record["llm_io"][0]["_unknown"]["tool_calls"] == '[{"id":"i","name":"n","args":{"x":1}}]'
    assert record["run_log"]["tokens"]["_unknown"]["cache_read_tokens"] == "3"
