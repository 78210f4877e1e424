"""The page of a resumption."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runsnap._agent_ir import Source, read_agent_ir
from runsnap._equality import same_json
from runsnap._pages._agent_path import nodes_of, path, stub
from runsnap._pages._facts import LONGEST, Fact, facts, findings, title_line
from runsnap._pages._listed import SCRIPTS, STYLES, Listed, Row, other_rows, part
from runsnap._pages._shell import page
from runsnap._pages._text import Html, element, foreign
from runsnap._report import Report
from runsnap._sums import tokens_so_far
from runsnap._units import counted, micros
from runsnap.errors import DifferentArtifactError, UnknownNodeError
from runsnap.resumption import Resumption

_TONES = {"input": 1, "binding": 6, "state": 2, "output": 5, "unpriced": 4}
_LABELS = ("Content type",)
_MOST_LISTED = 50
_LONGEST_REFUSAL = 1000


def resumption_page(stopped: Resumption, report: Report, agent_ir: Source | None) -> str:
    """HTML of a resumption that can be saved; with the IR of an agent the way that the run takes through it."""
    held, others = list(_rows(stopped)), list(_other_rows(stopped))
    names = ("Holds", "value", "values") if not others else ("Holds, and other parts", "part", "parts")
    listed = Listed(*names, _LABELS, [*held, *others])
    ir = None if agent_ir is None else Agent(stopped, agent_ir)
    budget = ir.budget() if ir is not None else []
    state = element("span", "stopped", class_="badge doubt")
    body = [
        title_line(
            stopped.agent, state, element("span", f"resumption {stopped.ingot_snapshot}", class_="muted")
        ),
        element("section", facts(_where(stopped), report.failures), class_="card"),
        findings(report),
        ir.verdict() if ir is not None else Html(),
        element("section", element("h2", "Path through the agent"), *_way(stopped, ir), class_="card"),
        element(
            "section", element("h2", "Spent so far"), facts([*_spent(stopped), *budget]), class_="card keep"
        ),
        Html() if held else element("p", "The run holds no values.", class_="card"),
        listed.html() if listed.rows else Html(),
    ]
    title = f"{stopped.agent or '(no name)'} · stopped at {stopped.label or stopped.stopped_at}"
    return page(title, body, styles=STYLES, scripts=SCRIPTS, data=listed.data())


class Agent:
    """The agent that was given, whether it is the one that was stopped or not."""

    def __init__(self, stopped: Resumption, source: Source) -> None:
        text, self.ir = read_agent_ir(source)
        self.nodes = nodes_of(self.ir)
        self.stopped = stopped
        self.refusal: DifferentArtifactError | UnknownNodeError | None = None
        try:
            stopped.check(self.ir if text is None else text)
        except (DifferentArtifactError, UnknownNodeError) as error:
            self.refusal = error

    def verdict(self) -> Html:
        """Whether the run can go on with it."""
        if self.refusal is None:
            said = element("p", "The run can go on with this agent: ", "its digest is the one that the resumption holds, ",
                           "and it has the node to continue from.")  # fmt: skip
            return element("section", element("h2", "Can continue"), said, class_="card good")
        return element(
            "section", element("h2", "Cannot continue with this agent"),
            element("p", foreign(self.refusal.explain(), _LONGEST_REFUSAL)), class_="card bad",
        )  # fmt: skip

    def budget(self) -> list[Fact]:
        """What the agent may use, as its IR says, beside what was used of it."""
        allowed = self.ir.get("budget") if isinstance(self.ir, dict) else None
        if not isinstance(allowed, dict):
            return []
        return [
            (f"Budget: {name}", self._allowance(name, value), "")
            for name, value in list(allowed.items())[:_MOST_LISTED]
        ]

    def _allowance(self, name: str, value: Any) -> Html:
        used = self.stopped.steps
        if name != "steps" or type(value) is not int or value < 1:
            return foreign(part("", "", value).text, 200)
        meter = element(
            "meter", min=0, max=value, value=min(used, value), aria_label=f"{used:,} of {value:,} steps used"
        )
        return Html(meter + element("span", f" {used:,} of {value:,} used"))


def _where(stopped: Resumption) -> Iterator[Fact]:
    label = (
        foreign(stopped.label, LONGEST)
        if stopped.label
        else element("span", "without a label", class_="muted")
    )
    at = foreign(stopped.stopped_at, LONGEST)
    yield "Stopped at", Html(f"checkpoint {element('strong', label)} (node {at})"), "/stoppedAt"
    yield "Continues", Html(f"at node {element('strong', foreign(stopped.resume_at, LONGEST))}"), "/resumeAt"
    yield "Agent's IR", foreign(stopped.artifact, LONGEST), "/artifact"


def _way(stopped: Resumption, agent: Agent | None) -> Iterator[Html]:
    if agent is None:
        yield element(
            "p",
            "These are the nodes that the resumption names; given the agent's IR, the page shows them all.",
            class_="muted screen-only",
        )
    elif agent.nodes:
        if isinstance(agent.refusal, DifferentArtifactError):
            yield element(
                "p", "These are the nodes of another agent than the one that was stopped.", class_="bad tone"
            )
        yield path(agent.nodes, stopped.stopped_at, stopped.resume_at)
        return
    else:
        yield element("p", "The IR has no list of nodes.", class_="muted")
    yield stub(stopped.stopped_at, stopped.resume_at)


def _spent(stopped: Resumption) -> Iterator[Fact]:
    yield "Money", _money(stopped), ""
    for model, reason in list(stopped.spend.unpriced.items())[:_MOST_LISTED]:
        yield "", Html(f"no price for {foreign(model, LONGEST)}: {foreign(reason, LONGEST)}"), ""
    if (more := len(stopped.spend.unpriced) - _MOST_LISTED) > 0:
        yield "", f"{more:,} more models without a price", ""
    yield "Tokens", tokens_so_far(stopped.usage), ""
    yield "Steps", f"{stopped.steps:,}", ""
    yield "Model calls", f"{stopped.model_calls:,}", ""
    yield "Tool calls", f"{stopped.tool_calls:,}", ""
    yield "Consultations", f"{stopped.consultations:,}", ""


def _money(stopped: Resumption) -> Html | str:
    spend = stopped.spend
    if not spend.micros and spend.currency is None:
        return "nothing that has a price"
    currency = foreign(spend.currency, LONGEST) if spend.currency else "of no named currency"
    return Html(f"{micros(spend.micros)} {currency}")


def _rows(stopped: Resumption) -> Iterator[Row]:
    for name, value in stopped.inputs.items():
        yield _row("input", name, value)
    for name, value in stopped.bindings.items():
        same = name in stopped.inputs and same_json(value, stopped.inputs[name])
        yield _row("binding", name, value, "the same as the input" if same else None)
    for name, value in stopped.state.items():
        yield _row("state", name, value)
    for name, output in stopped.outputs.items():
        shown = name if output.name == name else f"{name} (named {output.name})"
        row = _row("output", shown, output.value, output.content_type)
        row.facts = [output.content_type]
        if output.additional_properties:
            row.parts.append(part("given", "Other members", output.additional_properties))
        yield row


def _other_rows(stopped: Resumption) -> Iterator[Row]:
    unpriced = stopped.spend.unpriced
    if len(unpriced) > _MOST_LISTED or any(len(text) > LONGEST for pair in unpriced.items() for text in pair):
        yield _row("unpriced", "models without a price", dict(unpriced))
    texts = {"agent": stopped.agent, "artifact": stopped.artifact, "label": stopped.label,
             "stoppedAt": stopped.stopped_at, "resumeAt": stopped.resume_at, "currency": stopped.spend.currency}  # fmt: skip
    unknown = {
        "resumption": stopped.additional_properties,
        "usage": stopped.usage.additional_properties,
        "spend": stopped.spend.additional_properties,
    }
    yield from other_rows(texts, unknown, LONGEST)


def _row(kind: str, name: str, value: Any, remark: str | None = None) -> Row:
    whole = part("given", "Value", value)
    size = f"{whole.form}, {counted(len(whole.text), 'character')}"
    return Row("", kind, _TONES[kind], name, [remark or size], [None], parts=[whole])
