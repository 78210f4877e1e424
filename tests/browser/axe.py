"""The checks of accessibility of axe."""

from pathlib import Path

_AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_SERIOUS = {"serious", "critical"}


def serious_findings(page):
    """What would keep people out: the rule, the place and why."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        (finding["id"], node["target"], node["failureSummary"])
        for finding in found["violations"]
        if finding["impact"] in _SERIOUS
        for node in finding["nodes"]
    ]
