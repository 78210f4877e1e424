"""Types by cargo-typify, as ``docs/rust.md`` tells to make them: ``tests/typed`` holds what it gives.

python typify.py [--write], after ``commands.json`` has installed ``target/typify/bin/cargo-typify``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TYPIFY = HERE / "target" / "typify" / "bin" / "cargo-typify"
SCHEMAS = {"capture": "1.2.0", "resumption": "0.1.1"}
TYPED = HERE / "tests" / "typed"


def main(arguments: list[str]) -> int:
    stale = []
    for kind, version in SCHEMAS.items():
        schema = json.loads((ROOT / "schemas" / kind / f"{version}.json").read_bytes())
        text = types_of(without_null_defaults(schema))
        path = TYPED / f"{kind}.rs"
        if "--write" in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
        if text.split() != path.read_text(encoding="utf-8").split():
            stale.append(f"{path.name} is not what cargo-typify gives")
        if kind == "capture" and "does not conform" not in types_of(schema):
            stale.append("cargo-typify takes null as a default now: do without without_null_defaults")
    print("\n".join(stale) or "the types are as cargo-typify gives them")
    return 1 if stale else 0


def types_of(schema: Any) -> str:
    """The types, or what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.json"
        path.write_text(json.dumps(schema), encoding="utf-8")
        command = [TYPIFY, "typify", "--no-builder", "--output", "-", path]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, encoding="utf-8", timeout=600
        )
    return done.stdout if done.returncode == 0 else done.stderr


def without_null_defaults(node: Any) -> Any:
    """A default of null beside a bound or a union stops cargo-typify; serde reads an absent option as None anyway."""
    if isinstance(node, dict):
        items = node.items()
        return {
            name: without_null_defaults(item) for name, item in items if (name, item) != ("default", None)
        }
    return [without_null_defaults(item) for item in node] if isinstance(node, list) else node


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
