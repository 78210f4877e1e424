"""Which places of the two schemas assert the same: equality modulo references, by refinement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from runsnap.evolution._budget import Work
from runsnap.evolution._nodes import Nodes
from runsnap.evolution._shapes import Shape, Table


class IllFounded(Exception):  # noqa: N818 - named after what is found
    """References that lead back to their own value without a step into it; the node is the argument."""


def close_entries(nodes: Nodes) -> None:
    """In the declared view: mark the writer's places that declare members, which they then only have."""
    declares: dict[int, bool] = {}
    for start in range(len(nodes.all)):
        for number in _postorder(start, lambda at: nodes.all[at].shape.same_value(), declares):
            shape = nodes.all[number].shape
            declares[number] = bool(shape.properties) or any(declares[other] for other in shape.same_value())
    for number, node in enumerate(nodes.all):
        if node.mode == "entry" and declares[number]:
            node.shape = replace(node.shape, closed=True)


def check_founded(nodes: Nodes) -> None:
    """Refuse references that lead back to their own value: such a schema means nothing."""
    done: dict[int, bool] = {}
    for start in range(len(nodes.all)):
        for number in _postorder(start, lambda at: nodes.all[at].shape.same_value(), done):
            done[number] = True


def _postorder(start: int, edges: Callable[[int], Iterable[int]], done: dict[int, bool]) -> list[int]:
    """What is reached and not yet done, children first; raises `IllFounded` on a cycle."""
    order: list[int] = []
    open_: set[int] = set()
    finished: set[int] = set()
    stack = [(start, False)]
    while stack:
        number, leaving = stack.pop()
        if leaving:
            open_.discard(number)
            finished.add(number)
            order.append(number)
            continue
        if number in done or number in finished:
            continue
        if number in open_:
            raise IllFounded(number)
        open_.add(number)
        stack.append((number, True))
        stack += [(other, False) for other in edges(number)]
    return order


def classify(nodes: Nodes, table: Table, work: Work) -> list[int]:
    """The class of every node."""
    shapes = [node.shape for node in nodes.all]
    target = _targets(shapes)
    components = _components(shapes, target, work)
    classes = [-1] * len(shapes)
    recursive: set[int] = set()
    for component in components:
        node = component[0]
        edges = [target[child] for child in _edges(shapes[node])]
        if len(component) > 1 or node in edges or any(child in recursive for child in edges):
            recursive.update(component)
        else:
            classes[node] = table.intern(shapes[node].mapped(lambda child: classes[target[child]]))
    _refine(sorted(recursive), shapes, target, classes, table, work)
    for node, other in enumerate(target):
        classes[node] = classes[other]
    _note_implied(nodes, classes, table)
    return classes


def _note_implied(nodes: Nodes, classes: list[int], table: Table) -> None:
    strict = {
        (node.side, node.pointer): classes[at] for at, node in enumerate(nodes.all) if node.mode == "strict"
    }
    for at, node in enumerate(nodes.all):
        if node.mode != "strict":
            same = strict.get((node.side, node.pointer))
            if same is not None and same != classes[at] and classes[at] not in table.implied:
                table.implied[classes[at]] = same
                table.implying.setdefault(same, []).append(classes[at])


def _edges(shape: Shape) -> list[int]:
    return [*shape.same_value(), *shape.below()]


def _targets(shapes: list[Shape]) -> list[int]:
    """For each node, the node that it only points to, or itself."""
    target = []
    for node in range(len(shapes)):
        at = node
        while (further := shapes[at].alias()) is not None:
            at = further
        target.append(at)
    return target


def _components(shapes: list[Shape], target: list[int], work: Work) -> list[list[int]]:
    """Strongly connected components, children first (Tarjan's algorithm without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(len(shapes)):
        if root in index or target[root] != root:
            continue
        calls = [(root, iter(_edges(shapes[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while calls:
            work.check_clock() if len(index) % 4096 == 0 else None
            node, edges = calls[-1]
            for child in edges:
                other = target[child]
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    calls.append((other, iter(_edges(shapes[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[node])
                if low[node] == index[node]:
                    component: list[int] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(component)
    return found


def _refine(
    recursive: list[int], shapes: list[Shape], target: list[int], classes: list[int], table: Table, work: Work
) -> None:
    """Split what leads to a cycle until nothing tells the members of a group apart."""
    if not recursive:
        return
    group = dict.fromkeys(recursive, 0)
    count = 1

    def provisional(child: int) -> int:
        other = target[child]
        return -1 - group[other] if other in group else classes[other]

    while True:
        work.check_clock()
        signatures: dict[tuple[int, Shape], int] = {}
        following = {
            node: signatures.setdefault((group[node], shapes[node].mapped(provisional)), len(signatures))
            for node in recursive
        }
        group = following
        if len(signatures) == count:
            break
        count = len(signatures)
    numbers = {number: table.reserve() for number in range(count)}
    for node in recursive:
        classes[node] = numbers[group[node]]
    for node in recursive:
        table.settle(classes[node], shapes[node].mapped(lambda child: classes[target[child]]))
