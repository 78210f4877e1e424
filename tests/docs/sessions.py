"""Sessions in Markdown: fenced blocks that are run, and compared with what they show.

``pycon`` blocks are doctests, ``console`` blocks are calls of ``runsnap`` after
``$``, with all that they print; ``echo $?`` prints the last exit code. The blocks
of a page are one session, in one folder.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

_BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    line: int


def blocks(markdown):
    """Every fenced block with a language, in order; lines count from 1."""
    return [
        Block(match[1], match[2], markdown.count("\n", 0, match.start()) + 1)
        for match in _BLOCK.finditer(markdown)
    ]


def differences(markdown, folder):
    """Run the sessions of a page in ``folder``, which is the current one; each text that differs from the page."""
    names = {}
    found = []
    for block in blocks(markdown):
        if block.language == "pycon":
            found += _python(block, names)
        elif block.language == "console":
            found += _shell(block, folder)
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
    """Without white space at the ends of lines, which editors take away, and without empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")


def _calls(body):
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def _run(command, folder):
    words = shlex.split(command)
    assert words[0] == "runsnap", command
    environment = {
        **os.environ,
        "COLUMNS": "110",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, check=False, encoding="utf-8",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout
