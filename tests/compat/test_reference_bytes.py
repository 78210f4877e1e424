"""``layout="declared"`` gives the bytes that the reference writers gave."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import runsnap
from tests.compat.corpus import DATA, LOADING, Entry, path_of

WRITTEN = [entry for entry in LOADING if entry.path.startswith("resumptions/")]
BY_0_9 = [entry for entry in WRITTEN if entry.path.startswith("resumptions/0.9.0/")]
BY_0_5 = [entry for entry in WRITTEN if entry.path.startswith("resumptions/0.5.2/")]


def test_both_releases_have_their_files() -> None:
    # Without the three of each that must be refused.
    assert (len(BY_0_5), len(BY_0_9)) == (68 - 3, 71 - 3)


@pytest.mark.parametrize("entry", BY_0_9, ids=path_of)
def test_resumptions_of_0_9_are_written_byte_for_byte(entry: Entry, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    runsnap.Resumption.load(entry.file).save(copy, layout="declared")
    assert copy.read_bytes() == entry.file.read_bytes()


@pytest.mark.parametrize("entry", BY_0_5, ids=path_of)
def test_resumptions_of_0_5_differ_by_the_line_of_consultations_alone(entry: Entry, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    runsnap.Resumption.load(entry.file).save(copy, layout="declared")
    lines = copy.read_bytes().split(b"\n")
    added = lines.index(b'  "consultations": 0')
    # The line before ends with a comma only because another one follows.
    assert lines[added - 1].startswith(b'  "toolCalls": ')
    lines[added - 1] = lines[added - 1].removesuffix(b",")
    del lines[added]
    assert b"\n".join(lines) == entry.file.read_bytes()


CACHE = (',"cache_read_tokens":0', ',"cache_creation_tokens":0')
CALLS = (',"tool_calls":[]', ',"finish_reason":null', ',"fingerprint":null')
STEP = (',"prompt_tokens":null', ',"completion_tokens":null', ',"cost_usd":null')
ADDED = {
    # No usage of caches, no such price, and six members in an entry of llm_io: older writers.
    "cancelled": (*CACHE, ',"cache_usd":0.0', *CALLS),
    "early-null-fields": CACHE,
    # This writer spells the fingerprint otherwise, so ours is null beside its own member.
    "full": (',"fingerprint":null',),
    "extra-member": (',"fingerprint":null',),
    # This writer leaves out what is null.
    "nulls-omitted": (',"fingerprint":null', *STEP, ',"name":null', ',"error":null', ',"span_id":null'),
}
"""Why a capture comes back with other bytes: what our writer adds, since the file's writer did not have it."""


@pytest.mark.parametrize("name", ADDED)
def test_captures_differ_by_the_members_that_their_writer_did_not_have(name: str) -> None:
    text = compact((DATA / f"captures/{name}.json").read_text(encoding="utf-8"))
    written = runsnap.Capture.load(DATA / f"captures/{name}.json").dumps(layout="declared")
    for added in ADDED[name]:
        assert added in written
        assert added not in text
        written = written.replace(added, "")
    assert written == text


def test_a_member_that_only_its_writer_knows_is_written_last() -> None:
    """Such a file cannot come back byte for byte: the place of an unknown member is not kept."""
    text = compact((DATA / "captures/renamed-member.json").read_text(encoding="utf-8"))
    written = runsnap.Capture.load(DATA / "captures/renamed-member.json").dumps(layout="declared")
    for added in (',"fingerprint":null', *STEP, ',"latency":null'):
        written = written.replace(added, "")
    assert written != text
    assert written == re.sub(r'("latency_ms":[0-9]+),("span_id":(?:null|"[^"]*"))', r"\2,\1", text)


def test_null_members_of_the_first_writer_come_between_its_own() -> None:
    """The six-field entries have nulls of their own, so each added member is told by its neighbours."""
    text = compact((DATA / "captures/six-field-llm-io.json").read_text(encoding="utf-8"))
    written = runsnap.Capture.load(DATA / "captures/six-field-llm-io.json").dumps(layout="declared")
    for added in (*CACHE, ',"cache_usd":0.0', *CALLS):
        assert added in written
        written = written.replace(added, "")
    assert written.replace("".join(STEP) + ',"input"', ',"input"') == text


def test_a_capture_with_all_members_comes_back_byte_for_byte() -> None:
    text = (DATA / "captures/full.json").read_text(encoding="utf-8")
    declared = text.replace('"request_fingerprint"', '"fingerprint"')
    assert declared != text
    assert runsnap.Capture.loads(declared).dumps(layout="declared") == declared


def compact(text: str) -> str:
    """JSON text without white space between its tokens."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda found: found.group(1) or "", text)
