"""Patterns against the definition: a walk that tries every way to lay tokens over a path."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runsnap
from runsnap._pointer import pointer
from runsnap._redact.patterns import Patterns

TOKENS = ["a", "b", "", "*", "a/b", "~", "0"]


def fits(pattern: list[str], path: list[str]) -> bool:
    """Whether a pattern matches a path, by the definition."""
    if not pattern:
        return not path
    if pattern[0] == "**":
        return any(fits(pattern[1:], path[skipped:]) for skipped in range(len(path) + 1))
    return bool(path) and pattern[0] in ("*", path[0]) and fits(pattern[1:], path[1:])


patterns = st.lists(st.sampled_from([*TOKENS, "**"]), max_size=5)
paths = st.lists(st.sampled_from(TOKENS), max_size=5)


@given(st.lists(patterns, max_size=3), paths)
def test_a_place_stands_to_patterns_as_the_definition_says(several: list[list[str]], path: list[str]) -> None:
    followed = Patterns([pointer(each) for each in several])
    standing = followed.root
    for token in path:
        standing = followed.below(standing, token)
    above = [path[:length] for length in range(len(path) + 1)]
    assert standing.covered == any(fits(each, part) for each in several for part in above)
    assert standing.named == any(fits(each, path) and each[-1:] != ["**"] for each in several)
    unmet = [pointer(each) for each in several if not any(fits(each, part) for part in above)]
    assert list(followed.unmatched) == unmet


@pytest.mark.parametrize("text", ["a", "run_log/steps", "/a~", "/a~2", " /a", "*"])
def test_what_is_no_pointer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no JSON Pointer"):
        runsnap.RedactionPolicy(pointers=[text])


def test_names_to_keep_may_be_anything_but_pointers_have_to_be_some() -> None:
    runsnap.RedactionPolicy(keep=["a~", "", "*", "/a/**"])
    with pytest.raises(ValueError, match="no JSON Pointer"):
        runsnap.RedactionPolicy(keep=["/a~"])


@pytest.mark.parametrize("member", ["texts", "pointers", "detectors", "keep"])
def test_one_text_is_not_taken_for_its_characters(member: str) -> None:
    with pytest.raises(TypeError, match="expected several texts"):
        runsnap.RedactionPolicy(**{member: "/a"})
