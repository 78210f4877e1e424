"""Sessions in Markdown: fenced blocks that are run, and compared with what they show.

``pycon`` blocks are doctests. ``console`` blocks are commands of a shell after
``$``, with all that they print; ``echo $?`` prints the last exit code. ``python``
and ``sh`` blocks are run, and must not fail. The blocks of a page are one session,
in one folder. A block below a comment ``<!-- not run: REASON -->`` is left out.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass

RUN = {"console", "pycon", "python", "sh"}
SHOWN_ONLY = {"go", "java", "json", "rust", "toml", "ts", "xml", "yaml"}
"""Data and other languages, whose programs have tests of their own."""

_FENCE = re.compile(
    r"(?:^<!-- not run: (?P<reason>[^\n]+?) -->\n\n?)?"
    r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[^\n`]*)\n(?P<body>.*?)"
    r"^(?P=indent)(?P=fence)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_COMMANDS = """
runsnap() { "$PAGES_PYTHON" -m runsnap "$@"; }
python() { "$PAGES_PYTHON" "$@"; }
"""


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    line: int
    reason: str | None = None
    """Why it is not run."""


def blocks(markdown):
    """Every fenced block, in order; lines count from 1."""
    return [_block(markdown, match) for match in _FENCE.finditer(markdown)]


def _block(markdown, match):
    indent = re.escape(match["indent"])
    body = re.sub(f"^{indent}", "", match["body"], flags=re.MULTILINE)
    line = markdown.count("\n", 0, match.start("fence")) + 1
    return Block(match["language"].strip(), body, line, match["reason"])


def differences(markdown, folder):
    """Run the sessions of a page in ``folder``, which is the current one; each text that differs from the page."""
    names = {}
    found = []
    for block in blocks(markdown):
        if block.reason is not None or block.language in SHOWN_ONLY:
            continue
        if block.language == "pycon":
            found += _python(block, names)
        elif block.language == "python":
            exec(compile(block.body, f"line {block.line}", "exec"), names)
        elif block.language == "console":
            found += _shell(block, folder)
        elif block.language == "sh":
            code, printed = _run(f"set -e\n{block.body}", folder)
            found += [f"line {block.line}: exit code {code}\n{printed}"] if code else []
        else:
            found.append(f"line {block.line}: nobody knows how to run {block.language!r}")
    return found


def _python(block, names):
    test = doctest.DocTestParser().get_doctest(block.body, names, "page", "page", block.line)
    said = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return said


def _shell(block, folder):
    code = 0
    found = []
    for command, shown in _calls(block.body):
        if command == "echo $?":
            printed = f"{code}\n"
        else:
            code, printed = _run(command, folder)
        if _lines(printed) != _lines(shown):
            found.append(f"line {block.line}: $ {command}\nshown:\n{shown}\nprinted:\n{printed}")
    return found


def _lines(text):
    """What is compared: no white space at the ends of lines, no empty lines at the end, no date of tomorrow."""
    text = re.sub(r'"until": "[0-9-]{10}"', '"until": "a date"', text)  # reviews propose one from the clock
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")


def _calls(body):
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def _run(command, folder):
    environment = {
        **os.environ,
        "COLUMNS": "110",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_AUTHOR_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PAGES_PYTHON": sys.executable,
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        ["sh", "-c", _COMMANDS + command], cwd=folder, env=environment, check=False, encoding="utf-8",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout
