"""The page of a capture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from runsnap._pages._capture_rows import LABELS, Steps, tone_of
from runsnap._pages._charts import chart, steps_a_column
from runsnap._pages._facts import LONGEST, Fact, facts, findings, title_line
from runsnap._pages._listed import SCRIPTS, STYLES, Listed, badge, other_rows
from runsnap._pages._shell import page
from runsnap._pages._text import Html, element, foreign
from runsnap._report import Report
from runsnap._sums import cost_text, tokens_text
from runsnap._units import counted, dollars, duration
from runsnap._values import instant_text, nanoseconds_between
from runsnap.capture import Capture

_STATUS = {"completed": "good", "failed": "bad", "cancelled": "doubt", "running": "doubt"}
_MOST_KINDS = 12


def capture_page(capture: Capture, report: Report) -> str:
    """HTML of a capture that can be saved."""
    steps = Steps(capture, report)
    listed = _listed(capture, steps)
    body = [
        title_line(capture.run_log.agent, _status(capture), element("span", "capture", class_="muted")),
        element("section", facts(_header(capture, steps), report.failures), class_="card"),
        findings(report, steps.place_of),
        _charts(steps),
        listed.html() if listed.rows else Html(),
    ]
    title = f"{capture.run_log.agent or '(no name)'} · run {capture.run_id}"
    return page(title, body, styles=STYLES, scripts=SCRIPTS, data=listed.data())


def _listed(capture: Capture, steps: Steps) -> Listed:
    log = capture.run_log
    texts = {"agent": log.agent, "status": log.status, "model_version": capture.model_version,
             "memory_ref": capture.memory_ref}  # fmt: skip
    unknown = {
        "capture": capture.additional_properties,
        "run_log": log.additional_properties,
        "tokens": log.tokens.additional_properties,
        "cost_estimate": {} if log.cost_estimate is None else log.cost_estimate.additional_properties,
    }
    rows = [*steps.rows(), *other_rows(texts, unknown, LONGEST)]
    if len(rows) == len(steps.steps):
        return Listed("Steps", "step", "steps", LABELS, rows)
    return Listed("Steps and other parts", "part", "parts", LABELS, rows)


def _status(capture: Capture) -> Html:
    log = capture.run_log
    took = duration(nanoseconds_between(log.started_at, log.finished_at or capture.captured_at))
    when = f" after {took}" if log.finished_at is not None else f" for {took} when captured"
    state = element("span", foreign(log.status, LONGEST), class_=f"badge {_STATUS.get(log.status, 'doubt')}")
    return element("span", state, when)


def _header(capture: Capture, steps: Steps) -> Iterator[Fact]:
    log = capture.run_log
    yield "Run", foreign(capture.run_id), "/run_id"
    yield "Started", instant_text(log.started_at), ""
    if log.finished_at is not None or log.status in ("completed", "failed", "cancelled"):
        ended = "not said" if log.finished_at is None else instant_text(log.finished_at)
        yield "Finished", ended, "/run_log/finished_at"
    yield "Captured", instant_text(capture.captured_at), "/captured_at"
    if capture.model_version is not None:
        yield "Model", foreign(capture.model_version, LONGEST), "/model_version"
    yield "Tokens", tokens_text(log.tokens), ""
    if log.cost_estimate is not None:
        yield "Cost", cost_text(log.cost_estimate), ""
    yield "Exchanges", _exchanges(capture, steps), "/llm_io"
    if capture.rng_seed is not None:
        yield "Seed", str(capture.rng_seed), ""
    if capture.memory_ref is not None:
        yield "Memory", foreign(capture.memory_ref, LONGEST), ""


def _exchanges(capture: Capture, steps: Steps) -> str:
    if not capture.llm_io:
        return "none recorded"
    return f"{len(capture.llm_io):,} recorded, {'not paired with steps' if steps.unpaired else 'each with its step'}"


def _charts(steps: Steps) -> Html:
    """Latency, tokens and cost over the steps; only what was recorded."""
    if not steps.steps:
        return Html()
    figures = [chart("Latency", steps.told_of_latency(), steps.latencies(), cumulated=False)]
    if any(map(sum, steps.tokens)):
        told = f"{sum(map(sum, steps.tokens)):,} in all; line: sum so far"
        figures.append(
            chart("Tokens", told, steps.bars([sum(pair) for pair in steps.tokens]), cumulated=True)
        )
    if any(steps.costs):
        told = f"{dollars(steps.total_cost)} in all; line: sum so far"
        figures.append(chart("Cost", told, steps.bars(steps.costs), cumulated=True))
    kinds = Counter((str(step.kind), tone_of(step)) for step in steps.steps).most_common(_MOST_KINDS)
    legend = [element("span", badge(kind, tone), f" {count:,}") for (kind, tone), count in kinds]
    legend.append(element("span", element("span", class_="swatch"), " error or finding"))
    size = steps_a_column(len(steps.steps))
    note = (
        element("p", f"Each column stands for {counted(size, 'step')}.", class_="muted") if size > 1 else ""
    )
    return element(
        "section", element("h2", "Timeline"), element("div", *legend, class_="legend"), note,
        element("div", *figures, class_="charts"), class_="card keep",
    )  # fmt: skip
