"""The nodes of an agent as a path, with the place where a run stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from runsnap._pages._text import Html, element, foreign
from runsnap._units import counted

Place = Literal["stopped", "next", "ahead", "elsewhere"]

_MOST_BEFORE, _MOST_AFTER, _MOST_WAYS = 40, 120, 20
_NAMES = frozenset(("id", "kind", "label", "field", "binding", "output"))
"""Members of a node that are no way to another one, though an id may be spelled the same."""
_TOLD: Mapping[Place, str] = {"stopped": "stopped here", "next": "continues here"}


@dataclass(frozen=True, slots=True)
class Node:
    """A node of an agent's compiled form, and the nodes that it leads to, by the member that says so."""

    id: str
    kind: str
    label: str
    leads: tuple[tuple[str, str], ...]


def nodes_of(ir: Any) -> list[Node]:
    """The nodes of an IR in its own order; what is none is left out."""
    found = ir.get("nodes") if isinstance(ir, dict) else None
    items = found if isinstance(found, list) else []
    plain = [node for node in items if isinstance(node, dict) and isinstance(node.get("id"), str)]
    ids = {node["id"] for node in plain}
    return [
        Node(node["id"], _text(node.get("kind")), _text(node.get("label")), tuple(_leads(node, ids)))
        for node in plain
    ]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _leads(node: Mapping[str, Any], ids: set[str]) -> Iterator[tuple[str, str]]:
    for name, value in node.items():
        if name not in _NAMES:
            for target in value if isinstance(value, list) else (value,):
                if isinstance(target, str) and target in ids:
                    yield name, target


def places(nodes: Sequence[Node], stopped_at: str, resume_at: str) -> list[Place]:
    """Where each node is, seen from the stop: what can still be reached is ahead."""
    ahead = _reachable({node.id: node.leads for node in nodes}, resume_at)
    return [_place(node.id, stopped_at, resume_at, ahead) for node in nodes]


def _place(id_: str, stopped_at: str, resume_at: str, ahead: set[str]) -> Place:
    if id_ == resume_at:
        return "next"
    if id_ == stopped_at:
        return "stopped"
    return "ahead" if id_ in ahead else "elsewhere"


def _reachable(leads: Mapping[str, Iterable[tuple[str, str]]], start: str) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for _, target in leads.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def path(nodes: Sequence[Node], stopped_at: str, resume_at: str) -> Html:
    """The nodes around the stop, in the IR's order, each with where it leads to."""
    found = places(nodes, stopped_at, resume_at)
    middle = next((index for index, place in enumerate(found) if place in _TOLD), 0)
    first, last = max(0, middle - _MOST_BEFORE), middle + _MOST_AFTER
    shown = [_node(node, place) for node, place in zip(nodes[first:last], found[first:last], strict=True)]
    parts = [
        _left_out(first, "before these"),
        element("ol", *shown, class_="path", start=first + 1),
        _left_out(len(nodes) - last, "after these"),
    ]
    return Html("".join(parts))


def stub(stopped_at: str, resume_at: str) -> Html:
    """The two nodes that a resumption names itself."""
    nodes = (Node(stopped_at, "", "", ()), Node(resume_at, "", "", ()))
    items = (_node(nodes[0], "stopped"), _node(nodes[1], "next"))
    return element("ol", *items, class_="path")


def _left_out(count: int, where: str) -> Html:
    return (
        element("p", f"{counted(count, 'node')} {where} not shown.", class_="muted") if count > 0 else Html()
    )


def _node(node: Node, place: Place) -> Html:
    told = _TOLD.get(place)
    head = [element("strong", foreign(node.id, 80)), " ", foreign(node.kind, 80)]
    if node.label:
        head += [" ", element("span", foreign(node.label, 120), class_="muted")]
    if told is not None:
        head += [" ", element("span", told, class_=f"badge {'doubt' if place == 'stopped' else 'good'}")]
    ways = element("div", *_ways(node.leads), class_="muted") if node.leads else ""
    current = "step" if place == "next" else None
    return element("li", element("div", *head), ways, class_=f"node {place}", aria_current=current)


def _ways(leads: Sequence[tuple[str, str]]) -> Iterator[Html | str]:
    for name, target in leads[:_MOST_WAYS]:
        yield from (foreign(name, 40), " → ", foreign(target, 80), "  ")
    if len(leads) > _MOST_WAYS:
        yield f"and {len(leads) - _MOST_WAYS:,} more"
