"""The steps of a capture as rows of a list."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

from runsnap._pages._charts import Bar
from runsnap._pages._facts import told
from runsnap._pages._listed import Part, Row, part
from runsnap._pointer import tokens_of
from runsnap._report import Problem, Report
from runsnap._units import dollars, latency
from runsnap.capture import Capture, LlmIo, Step

LABELS = (
    "Latency", "Latency so far", "Tokens", "Tokens so far", "Cost", "Cost so far", "Model", "Provider",
    "Stopped because", "Fingerprint", "Span",
)  # fmt: skip
"""Of the facts of a row."""

_TONES = {"llm_call": 1, "tool_call": 2, "summary_checkpoint": 3, "ops_event": 4, "memory_recall": 5}
_OTHER_TONE = 6


def tone_of(step: Step) -> int:
    """The number of the colour of a step's kind."""
    return _TONES.get(step.kind, _OTHER_TONE)


class Steps:
    """The steps of a capture, each with its exchange, what it took, and what is wrong with it."""

    def __init__(self, capture: Capture, report: Report) -> None:
        self.steps: Sequence[Step] = capture.run_log.steps
        places = capture._exchange_places()
        self.exchanges = [
            capture.llm_io[places[place]] if place in places else None for place in range(len(self.steps))
        ]
        self.unpaired: Sequence[LlmIo] = [] if places else capture.llm_io
        self.tokens = [
            _tokens(step, exchange) for step, exchange in zip(self.steps, self.exchanges, strict=True)
        ]
        self.costs = [step.cost_usd or 0.0 for step in self.steps]
        self.findings: defaultdict[int, list[str]] = defaultdict(list)
        for failure in report.failures:
            if (place := self.place_of(failure)) is not None:
                self.findings[place].append(told(failure))

    def place_of(self, failure: Problem) -> int | None:
        """The step that a failure is of, counted from 0; None for one of the whole document."""
        match tokens_of(failure.pointer):
            case ["run_log", "steps", place, *_]:
                return int(place)
        return None

    @property
    def total_cost(self) -> float:
        """Of all steps."""
        return _bounded(sum(self.costs))

    def told_of_latency(self) -> str:
        """The longest and the whole, in words."""
        known = [step.latency for step in self.steps if step.latency is not None]
        if not known:
            return "not recorded"
        return f"longest {latency(max(known))}, {latency(sum(known))} in all"

    def latencies(self) -> list[Bar]:
        """Bars of a chart."""
        return self.bars([float(step.latency or 0) for step in self.steps])

    def bars(self, values: Sequence[float]) -> list[Bar]:
        """Bars of these values, one a step."""
        return [
            Bar(max(0.0, value), tone_of(step), step.error is not None or place in self.findings)
            for place, (step, value) in enumerate(zip(self.steps, values, strict=True))
        ]

    def rows(self) -> list[Row]:
        """A row for each step, and one for each exchange that belongs to no step."""
        return [*self._step_rows(), *map(_exchange_row, range(len(self.unpaired)), self.unpaired)]

    def _step_rows(self) -> Iterator[Row]:
        whole = sum(step.latency or 0 for step in self.steps) or 1
        waited, spent, given, returned = 0, 0.0, 0, 0
        for place, (step, exchange) in enumerate(zip(self.steps, self.exchanges, strict=True)):
            took = step.latency or 0
            bar = (round(waited / whole, 5), round(took / whole, 5))
            waited, spent = waited + took, _bounded(spent + self.costs[place])
            given, returned = given + self.tokens[place][0], returned + self.tokens[place][1]
            counts = _counted(*_counts(step, exchange))
            cost = None if step.cost_usd is None else dollars(step.cost_usd)
            facts = [
                None if step.latency is None else latency(step.latency),
                latency(waited),
                counts,
                f"{given:,} → {returned:,}",
                cost,
                dollars(spent),
                *_exchange_facts(exchange),
                step.span_id,
            ]
            small = [latency(step.latency), counts and f"{counts} tokens", cost]
            yield Row(
                str(step.idx), str(step.kind), tone_of(step), step.name or "", small, facts, bar, step.error,
                self.findings.get(place, []), list(_parts(step, exchange)),
            )  # fmt: skip


def _bounded(amount: float) -> float:
    return max(-sys.float_info.max, min(amount, sys.float_info.max))


def _counts(step: Step, exchange: LlmIo | None) -> tuple[int | None, int | None]:
    """Tokens of a prompt and a completion; those of the exchange where the step has none, as older writers' do."""
    found = (step.prompt_tokens, step.completion_tokens)
    if found == (None, None) and exchange is not None:
        return exchange.prompt_tokens, exchange.completion_tokens
    return found


def _tokens(step: Step, exchange: LlmIo | None) -> tuple[int, int]:
    given, returned = _counts(step, exchange)
    return given or 0, returned or 0


def _counted(given: int | None, returned: int | None) -> str | None:
    if given is None and returned is None:
        return None
    return " → ".join("?" if count is None else f"{count:,}" for count in (given, returned))


def _exchange_facts(exchange: LlmIo | None) -> tuple[str | None, ...]:
    if exchange is None:
        return (None, None, None, None)
    reason = None if exchange.finish_reason is None else str(exchange.finish_reason)
    return exchange.model, exchange.provider, reason, exchange.fingerprint


def _parts(step: Step, exchange: LlmIo | None) -> Iterator[Part]:
    """What was given and what came back; one text for both where step and exchange hold the same."""
    same = exchange is not None and exchange.completion == step.output
    if step.input is not None:
        yield part("given", "Input", step.input)
    if exchange is not None:
        yield part("given", "Prompt", exchange.prompt)
    if step.output is not None:
        yield part("returned", "Output and completion" if same else "Output", step.output)
    if exchange is not None:
        yield from _answer(exchange, with_completion=not same)
    if step.additional_properties:
        yield part("given", "Other members of the step", step.additional_properties)


def _answer(exchange: LlmIo, *, with_completion: bool) -> Iterator[Part]:
    if with_completion:
        yield part("returned", "Completion", exchange.completion)
    for call in exchange.tool_calls:
        yield part("returned", f"Asks for {call.name} ({call.id})", call.args)
        if call.additional_properties:
            yield part("returned", f"Other members of {call.id}", call.additional_properties)
    if exchange.additional_properties:
        yield part("given", "Other members of the exchange", exchange.additional_properties)


def _exchange_row(place: int, exchange: LlmIo) -> Row:
    counts = _counted(exchange.prompt_tokens, exchange.completion_tokens)
    facts = [None, None, counts, None, None, None, *_exchange_facts(exchange), None]
    name = f"llm_io {place}" + (f" · {exchange.model}" if exchange.model else "")
    parts = [part("given", "Prompt", exchange.prompt), *_answer(exchange, with_completion=True)]
    small = [counts and f"{counts} tokens"]
    return Row("–", "unpaired exchange", _OTHER_TONE, name, small, facts, parts=parts)
