"""What a plan says, without any registry."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runsnap
from runsnap.errors import RegistryError, UnsupportedVersionError
from runsnap.registry import Schema, Subject, Version, plan, released, schemas_in
from tests.registry.tickets import avro_ticket, ticket, write


def schema(text, version="1.0.0", format_="json", **more):
    ending = "json" if format_ == "json" else "avsc"
    return Schema(f"ticket-{format_}", "ticket", version, format_, text, f"ticket/{version}.{ending}", **more)


def holding(*texts, type_="JSON", **levels):
    versions = tuple(Version(number, 100 + number, type_, text) for number, text in enumerate(texts, 1))
    return Subject(f"ticket-{type_.lower()}", versions, **levels)


def whats(made):
    return [(action.what, action.schema.version if action.schema else None) for action in made.actions]


def test_what_is_not_there_is_registered_the_oldest_first():
    texts = {version: ticket(version) for version in ("1.10.0", "1.2.0", "1.1.0")}
    made = plan([schema(text, version) for version, text in texts.items()], [holding()])
    assert whats(made) == [("register", "1.1.0"), ("register", "1.2.0"), ("register", "1.10.0")]
    assert not made.refused


def test_what_is_there_is_left_alone_whatever_its_layout():
    laid_out = json.dumps(json.loads(ticket("1.0.0")), indent=7)
    made = plan([schema(ticket("1.0.0"))], [holding("{}", laid_out)])
    assert [(action.what, action.number, action.writes) for action in made.actions] == [("present", 2, False)]


def test_a_bound_that_lost_its_last_digits_is_another_schema():
    text, rounded = (ticket("1.0.0", most) for most in (2**128 - 1, 2**128))
    assert whats(plan([schema(text)], [holding(rounded)], compatibility="none")) == [("register", "1.0.0")]


def test_avro_is_the_same_where_only_its_namespaces_are_written_otherwise():
    inner = {"type": "record", "name": "Inner", "fields": []}
    full, short = (avro_ticket({**inner, **extra}) for extra in ({"namespace": "example"}, {}))
    other = avro_ticket({**inner, "namespace": "elsewhere"})
    wanted = [schema(full, format_="avro")]
    assert whats(plan(wanted, [holding(short, type_="AVRO")])) == [("present", "1.0.0")]
    assert whats(plan(wanted, [holding(other, type_="AVRO")], compatibility="none")) == [
        ("register", "1.0.0")
    ]


BREAKS_OLD_DATA = (ticket("1.0.0", 5), ticket("1.1.0", 3))
BREAKS_OLD_READERS = (ticket("1.0.0", 3), ticket("1.1.0", 5))


@pytest.mark.parametrize(
    "texts, refusing",
    [(BREAKS_OLD_DATA, {"backward", "full"}), (BREAKS_OLD_READERS, {"forward", "full"})],
    ids=["breaks old data", "breaks old readers"],
)
@pytest.mark.parametrize("compatibility", ["backward", "forward", "full", "none"])
def test_a_break_in_a_direction_that_matters_is_refused_with_its_witness(texts, refusing, compatibility):
    old, new = texts
    made = plan([schema(new, "1.1.0")], [holding(old)], compatibility=compatibility)
    assert made.refused == (compatibility in refusing)
    witnesses = [item.what.witness.value for item in made.report.failing]
    assert bool(witnesses) == made.refused
    assert all(witness["priority"] in (4, 5) for witness in witnesses)


@pytest.mark.parametrize("compatibility, refused", [("backward", True), ("forward", False)])
def test_avro_is_reviewed_too(compatibility, refused):
    made = plan(
        [schema(avro_ticket("int"), "1.1.0", "avro")], [holding(avro_ticket("long"), type_="AVRO")],
        compatibility=compatibility,
    )  # fmt: skip
    assert made.refused is refused
    assert all(item.what.witness.data for item in made.report.failing)


def test_every_registered_version_counts_not_only_the_last():
    made = plan([schema(ticket("1.2.0", 4), "1.2.0")], [holding(ticket("1.0.0", 5), ticket("1.1.0", 3))])
    assert made.refused
    assert {one.old.label for one in made.report.comparisons if any(item.fails for item in one.items)} == {
        "ticket-json version 1"
    }


def test_what_goes_before_in_the_plan_counts_too():
    old, new = BREAKS_OLD_DATA
    assert plan([schema(new, "1.1.0"), schema(old, "1.0.0")], [holding()]).refused


def test_what_is_not_decided_is_refused():
    odd = json.dumps({"$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x"}}})
    made = plan([schema(ticket("1.0.0"))], [holding(odd)])
    assert made.refused
    assert {item.what.verdict for item in made.report.failing} <= {"unknown", "broken"}


def test_an_older_version_is_not_registered_after_a_newer_one():
    older, newer = schema(ticket("1.0.0")), schema(ticket("1.1.0"), "1.1.0", wanted=False)
    made = plan([older, newer], [holding(ticket("1.1.0"))])
    assert [(action.what, action.other) for action in made.actions] == [("older", "ticket@1.1.0")]


def test_two_versions_with_one_text_are_one():
    made = plan(
        [schema(avro_ticket(), version, "avro") for version in ("1.0.0", "1.1.0")], [holding(type_="AVRO")]
    )
    assert [(action.what, action.other) for action in made.actions] == [
        ("register", None),
        ("same", "ticket@1.0.0"),
    ]


@pytest.mark.parametrize(
    "there, level, keep, expected",
    [
        ((), "BACKWARD", False, ["register", "level", "register"]),
        ((ticket("0.9.0"),), "FULL", False, ["level", "register", "register"]),
        ((), "NONE", False, ["register", "register"]),
        ((), "BACKWARD", True, ["register", "register"]),
        ((ticket("1.0.0"),), "BACKWARD", False, ["present", "level", "register"]),
        ((ticket("1.0.0"), ticket("1.1.0")), "BACKWARD", False, ["present", "present"]),
    ],
)
def test_the_level_is_none_before_the_second_version(there, level, keep, expected):
    wanted = [schema(ticket(version), version) for version in ("1.0.0", "1.1.0")]
    made = plan(wanted, [holding(*there, level=level)], keep_level=keep)
    assert [action.what for action in made.actions] == expected


def test_the_level_of_an_avro_subject_stays():
    wanted = [schema(avro_ticket(), "1.0.0", "avro"), schema(avro_ticket("double"), "1.1.0", "avro")]
    made = plan(wanted, [holding(type_="AVRO", level="FULL")])
    assert [action.what for action in made.actions] == ["register", "register"]


@pytest.mark.parametrize(
    "subject, words",
    [
        (
            Subject("ticket-json", (Version(7, 1, "AVRO", "{}"),)),
            "version 7 there is of type Avro schema, not JSON Schema",
        ),
        (Subject("ticket-json", (Version(7, 1, "PROTOBUF", "x"),)), "version 7 there is of type PROTOBUF"),
        (Subject("ticket-json", (Version(7, 1, "JSON", "{"),)), "version 7 there is no JSON"),
    ],
)
def test_what_cannot_be_compared_is_an_error(subject, words):
    with pytest.raises(RegistryError, match=words) as caught:
        plan([schema(ticket("1.0.0"))], [subject])
    assert "ticket@1.0.0 under ticket-json" in str(caught.value)


def test_an_avro_schema_that_is_none_is_an_error():
    with pytest.raises(RegistryError, match="ticket-avro version 1"):
        plan([schema(avro_ticket(), format_="avro")], [holding('{"type": "nonsense"}', type_="AVRO")])


def test_wrong_words_are_value_errors():
    with pytest.raises(ValueError, match="backward, forward, full, none"):
        plan([], [], compatibility="sideways")
    with pytest.raises(ValueError, match="ticket-json"):
        plan([schema(ticket("1.0.0"))], [])


ALL = [one for one in released("capture") if one.format == "json"]


@given(
    st.lists(st.sampled_from(range(len(ALL))), unique=True),
    st.sets(st.sampled_from(range(len(ALL))), min_size=1),
)
def test_after_a_plan_there_is_nothing_left_to_do(there, wanted):
    texts = [ALL[index].text for index in there]
    chosen = [
        Schema(one.subject, one.kind, one.version, one.format, one.text, one.file, index in wanted)
        for index, one in enumerate(ALL)
    ]

    def planned():
        versions = tuple(Version(number, number, "JSON", text) for number, text in enumerate(texts, 1))
        return plan(chosen, [Subject("capture-json", versions)], compatibility="none")

    newest = max(there, default=-1)
    sent = [action.schema for action in planned().actions if action.what == "register"]
    assert [ALL.index(next(one for one in ALL if one.text == each.text)) for each in sent] == sorted(
        index for index in wanted if index > newest
    )
    texts += [each.text for each in sent]
    assert not any(action.writes for action in planned().actions)


def test_the_released_schemas_are_those_of_the_package():
    found = released()
    assert {(one.kind, one.version, one.format) for one in found} == {
        (kind, version, format_)
        for kind, versions in runsnap._documents.CATALOG.kinds.items()
        for version, about in versions.items()
        for format_ in ("json", "avro")
        if about.released
    }
    assert json.loads(found[0].text) == runsnap.schema(found[0].kind, found[0].version)
    assert {one.subject for one in found} == {
        "capture-json",
        "resumption-json",
        "capture-avro",
        "resumption-avro",
    }


def test_all_released_schemas_may_follow_each_other():
    wanted = released()
    made = plan(wanted, [Subject(one.subject) for one in wanted], compatibility="full")
    assert not made.refused
    assert {action.what for action in made.actions} == {"register"}
    assert len(made.report.comparisons) > 4


def test_one_version_of_one_kind():
    found = released("capture", "1.1.0", formats=["avro"], subject="runs-value")
    assert [(one.label, one.subject) for one in found if one.wanted] == [("capture@1.1.0", "runs-value")]
    assert {one.format for one in found} == {"avro"}


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("nonsense",), "nonsense"),
        ((None, "1.0.0"), "needs a kind"),
    ],
)
def test_no_such_kind_or_no_kind(arguments, words):
    with pytest.raises(ValueError, match=words):
        released(*arguments)


def test_no_such_version():
    with pytest.raises(UnsupportedVersionError, match=r"9\.9\.9"):
        released("capture", "9.9.9")


@pytest.mark.parametrize("subject", ["runs-value", "{kind}", "{format}", "{nonsense}", "", "a\nb"])
def test_a_subject_that_two_share_or_that_is_none(subject):
    with pytest.raises(ValueError, match="subject"):
        released(subject=subject)


def test_a_folder_of_schemas(tmp_path):
    folder = write(tmp_path, v1_0_0=ticket("1.0.0"), v1_1_0=ticket("1.1.0"), a1_1_0=avro_ticket())
    (folder / "ticket" / "2.0.0.json").write_text(ticket("2.0.0", 1))
    assert [(one.version, one.format) for one in schemas_in(folder)] == [
        ("1.0.0", "json"), ("1.1.0", "json"), ("1.1.0", "avro"),
    ]  # fmt: skip
    draft = [one.version for one in schemas_in(folder, kind="ticket", version="2.0.0") if one.wanted]
    assert draft == ["2.0.0"]
    (folder / "released.json").unlink()
    assert [one.version for one in schemas_in(folder, formats=["json"])] == ["1.0.0", "1.1.0", "2.0.0"]


def test_avro_schemas_in_a_folder_of_their_own(tmp_path):
    json_folder = write(tmp_path / "json", v1_0_0=ticket("1.0.0"))
    avro_folder = write(tmp_path / "avro", lock=False, a1_0_0=avro_ticket())
    assert [one.text for one in schemas_in(json_folder, avro_folder, formats=["avro"])] == [avro_ticket()]


def test_what_is_wrong_with_a_folder_is_said(tmp_path):
    folder = write(tmp_path, v1_0_0=ticket("1.0.0"))
    with pytest.raises(ValueError, match=r"1\.0\.0.avsc: ticket@1\.0\.0 has no Avro schema"):
        schemas_in(folder, formats=["avro"])
    with pytest.raises(ValueError, match="no schema of order; there: ticket"):
        schemas_in(folder, kind="order")
    with pytest.raises(ValueError, match=r"no schema of version 9\.0\.0"):
        schemas_in(folder, kind="ticket", version="9.0.0")
    (folder / "ticket" / "1.0.0.json").write_text(ticket("1.0.0", 9))
    with pytest.raises(ValueError, match="a released schema never changes"):
        schemas_in(folder)
    (folder / "ticket" / "1.0.0.json").write_text("{")
    with pytest.raises(ValueError, match="not JSON"):
        schemas_in(folder)
