"""Checks of the project. ``nox --list`` names them, ``nox`` runs the default ones.

A session whose interpreter is not on the machine is skipped, and says so, in
continuous integration too: which interpreters a machine has is no fault of the
project's. A tool that cannot be installed fails its session everywhere. Toolchains
of other languages have to be there in continuous integration (``CI`` is set);
elsewhere a session without its own is skipped.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import nox

ROOT = Path(__file__).resolve().parent
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
PYTHONS = [
    classifier.rpartition(" ")[2]
    for classifier in PYPROJECT["project"]["classifiers"]
    if classifier.startswith("Programming Language :: Python :: 3.")
]
OLDEST = PYTHONS[0]
TOOL_MISSING = 77  # of tests.interop and tests.engines

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_venv = "yes"
nox.options.sessions = []

Session = TypeVar("Session", bound=Callable[..., Any])


def session(*, default: bool = True, **options: Any) -> Callable[[Session], Session]:
    """Register a session; ``default`` ones run when none is named."""

    def register(function: Session) -> Session:
        name = options.get("name", function.__name__)
        if default:
            nox.options.sessions = [*(nox.options.sessions or []), name]
        nox.session(**options)(function)
        return function

    return register


def offer_interpreters() -> None:
    """Put interpreters that pyenv keeps, but has not switched on, on the path."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for python in PYTHONS:
        folders = sorted(versions.glob(f"{python}.*/bin"), key=lambda folder: int_parts(folder.parent.name))
        os.environ["PATH"] = os.pathsep.join([*map(str, folders[-1:]), os.environ["PATH"]])


def int_parts(version: str) -> tuple[int, ...]:
    """Sort key of a version."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


offer_interpreters()
os.environ.setdefault("UV_PYTHON_DOWNLOADS", "never")
os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # as pip does


def groups(*names: str) -> list[str]:
    """Requirements of these dependency groups."""
    return list(nox.project.dependency_groups(PYPROJECT, *names))


@session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the test suite."""
    session.install("--editable", ".[registry,review,zstd]", *groups("test"))
    session.run("pytest", *(session.posargs or ["--numprocesses", "auto"]))


@session(python=OLDEST)
def lowest(session: nox.Session) -> None:
    """Run the test suite with the lowest versions of everything that the package declares."""
    session.install("uv")
    session.run(
        "uv", "pip", "install", "--upgrade", "--resolution", "lowest-direct", "--editable", ".[registry,review,zstd]",
        env={"VIRTUAL_ENV": session.virtualenv.location},
    )  # fmt: skip
    session.install(*groups("test"))  # keeps what is there
    session.run("pytest", *(session.posargs or ["--numprocesses", "auto"]))


@session(python=OLDEST, default=False, name="fuzz-evolution")
def fuzz_evolution(session: nox.Session) -> None:
    """Try to prove the review of schemas wrong with random schemas: -- --minutes N --seed S."""
    session.install("--editable", ".[review]", *groups("test"))
    session.run("python", "-m", "tests.fuzz_evolution", *session.posargs)


@session(python=OLDEST, default=False)
def fuzz(session: nox.Session) -> None:
    """Feed hostile input to loaders, review and command line: -- json avro schema command --minutes N."""
    session.install("--editable", ".[registry,review,zstd]", *groups("fuzz"))
    session.run("python", "-m", "tests.fuzz", *session.posargs)


@session(python=OLDEST, default=False)
def mutants(session: nox.Session) -> None:
    """Break the hand-written core in one place after another, and see whether a test fails: -- "runsnap._rules*"."""
    session.install("--editable", ".[registry,review,zstd]", *groups("mutants"))
    broken = ROOT / "mutants" / "src"
    broken.mkdir(parents=True, exist_ok=True)  # or Python takes no notice of it later on
    session.run("mutmut", "run", "--max-children", "1", *session.posargs, env={"PYTHONPATH": str(broken)})
    session.run("mutmut", "results")


@session(python=OLDEST, default=False)
def bench(session: nox.Session) -> None:
    """Measure everything beside other libraries, and rewrite the tables in docs/: -- load avro --seconds 2."""
    session.install("--editable", ".", *groups("bench"))
    session.run("python", "-m", "tests.benchmarks.page", *session.posargs)


@session(python=OLDEST)
def lint(session: nox.Session) -> None:
    """Check style and layout."""
    session.install(*groups("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@session(python=OLDEST)
def types(session: nox.Session) -> None:
    """Check types with mypy and pyright."""
    session.install("--editable", ".[kafka,registry,review,zstd]", *groups("types"))
    session.run("mypy")
    session.run("pyright")


@session(python=OLDEST)
def generate(session: nox.Session) -> None:
    """Check that the generated files are what the schemas say."""
    session.install("--editable", ".", *groups("codegen"))
    session.run("python", "-m", "codegen", "--check")


@session(python=PYTHONS)
def build(session: nox.Session) -> None:
    """Build wheel and sdist; try both, installed and far from the checkout."""
    session.install("build[uv]")
    with tempfile.TemporaryDirectory() as folder:
        outside = Path(folder).resolve()
        session.run("python", "-m", "build", "--installer=uv", "--outdir", str(outside / "dist"), ".")
        shutil.copytree(ROOT / "examples", outside / "examples")
        shutil.copy(ROOT / "tests" / "package" / "installed.py", outside)
        shutil.copy(ROOT / "schemas" / "released.json", outside)
        for archive in sorted((outside / "dist").iterdir()):
            try_installed(session, archive, outside)


def try_installed(session: nox.Session, archive: Path, outside: Path) -> None:
    """Install an archive in a fresh virtual environment, and try it there."""
    fresh = outside / "venv"
    session.run("python", "-m", "venv", "--clear", str(fresh))
    python = str(fresh / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    session.run(python, "-m", "pip", "install", "--quiet", str(archive), external=True)
    with session.chdir(outside):
        session.run(python, "-I", "installed.py", "examples", "released.json", external=True)


@session(python=OLDEST, default=False)
def vectors(session: nox.Session) -> None:
    """Pack the test vectors for other languages: dist/runsnap-vectors-VERSION.tar.gz."""
    session.install("--editable", ".[zstd]")
    session.run("python", "-m", "tests.vectors", "--check")
    session.run("python", "-m", "tests.vectors.archive", *session.posargs)


@session(python=OLDEST, default=False, name="interop-rust")
def interop_rust(session: nox.Session) -> None:
    """Run the consumer in Rust on the test vectors."""
    interop(session, "rust")


@session(python=OLDEST, default=False, name="interop-go")
def interop_go(session: nox.Session) -> None:
    """Run the consumer in Go on the test vectors."""
    interop(session, "go")


@session(python=OLDEST, default=False, name="interop-java")
def interop_java(session: nox.Session) -> None:
    """Run the consumer in Java on the test vectors."""
    interop(session, "java")


@session(python=OLDEST, default=False, name="interop-typescript")
def interop_typescript(session: nox.Session) -> None:
    """Run the consumer in TypeScript on the test vectors."""
    interop(session, "typescript")


def interop(session: nox.Session, language: str) -> None:
    """Build, test and run a consumer; it must do what its stored results say: -- --summary FILE writes them."""
    call = ("python", "-m", "tests.interop", language)
    need_tools(session, *call, "--tools")
    session.install("--editable", ".[zstd]")
    session.run(*call, "--stored", *session.posargs)


def need_tools(session: nox.Session, *call: str) -> None:
    """Skip the session where a command says that tools are missing; in continuous integration they have to be there."""
    missing = session.run(*call, silent=True, success_codes=[0, TOOL_MISSING])
    if missing:
        stop(session, str(missing).strip())


def stop(session: nox.Session, why: str) -> None:
    """End a session that cannot run here: skipped, but in continuous integration failed."""
    (session.error if os.environ.get("CI") else session.skip)(why)


@session(python=OLDEST, default=False)
def registry(session: nox.Session) -> None:
    """Start a registry of schemas, Apicurio from Maven, and register there."""
    need_tools(session, "python", "-m", "tests.engines")
    session.install("--editable", ".[registry,review]", *groups("registry"))
    kit = ("tests/engines/test_process.py", "tests/engines/test_maven.py")
    session.run("pytest", *(session.posargs or [*kit, "tests/engines/test_registry.py"]))


@session(python=OLDEST, default=False)
def kafka(session: nox.Session) -> None:
    """Send documents through Kafka and a registry of schemas, both from Maven and really started."""
    need_tools(session, "python", "-m", "tests.engines")
    session.install("--editable", ".[kafka,zstd]", *groups("test"))
    tests = ("test_kafka.py", "test_kafka_dead_letters.py", "test_kafka_guide.py")
    session.run("pytest", *(session.posargs or [f"tests/engines/{name}" for name in tests]))


@session(python=OLDEST)
def service(session: nox.Session) -> None:
    """Check and test the example of a service, and the page on it."""
    session.install("--editable", ".", *groups("service"))
    session.run("mypy", "-m", "examples.service.app", "-m", "examples.service.storage")
    session.run("pytest", "examples/service", *session.posargs)


@session(python=OLDEST)
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is an error."""
    session.install("--editable", ".", *groups("docs"))
    session.run(
        "mkdocs", "build", "--strict", "--site-dir", str(Path(session.create_tmp()) / "site"),
        env={"NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip


@session(python=OLDEST, default=False)
def browser(session: nox.Session) -> None:
    """Look at the documentation in Chromium, and try its playground on all test vectors."""
    missing = missing_for_browser(session)
    if missing:
        stop(session, f"missing: {', '.join(missing)}")
    session.install("--editable", ".", *groups("browser"))
    npm = ("npm", "ci", "--prefix", "tests/browser", "--ignore-scripts", "--no-audit", "--no-fund")
    session.run(*npm, external=True)
    session.run("pytest", *(session.posargs or ["tests/browser"]))


@session(python=OLDEST, default=False)
def picture(session: nox.Session) -> None:
    """Draw the picture of a report that README and documentation show: docs/assets/report.png."""
    session.install("--editable", ".", *groups("picture"))
    session.run("python", "-m", "tests.browser.picture")


def missing_for_browser(session: nox.Session) -> list[str]:
    """Programs that are not there; Chromium is installed where that takes nobody's password."""
    may_install = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    if may_install and not shutil.which("chromium"):
        session.run("apt-get", "update", external=True)
        session.run("apt-get", "install", "-y", "--no-install-recommends", "chromium", external=True)
    return [program for program in ("chromium", "npm") if not shutil.which(program)]


@session(python=OLDEST, default=False)
def spark(session: nox.Session) -> None:
    """Read 200,000 captures with Spark on this machine, and run the page on it."""
    need_tools(session, "python", "-m", "tests.engines")
    session.install("--editable", ".[spark]", *groups("spark"))
    session.run("pytest", *(session.posargs or ["tests/spark"]))


if __name__ == "__main__":
    nox.main()
