"""Apicurio Registry: a registry of schemas with Confluent's API, its data in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.engines.java import java
from tests.engines.maven import archive
from tests.engines.process import HOST, EngineError, Server, free_ports, http_answers, started


@dataclass(frozen=True)
class Release:
    """A release of the program, the oldest Java that runs it, and its jar."""

    version: str
    java: int
    jar: str
    settings: tuple[str, ...] = ()

    @property
    def runs_here(self) -> bool:
        """Whether the machine has a Java that is new enough."""
        return java(self.java) is not None


OLD = Release("2.6.13.Final", 17, "apicurio-registry-app-2.6.13.Final-runner.jar")
NEW = Release(
    "3.3.3", 21, "quarkus-run.jar", ("-Dapicurio.storage.kind=sql", "-Dapicurio.storage.sql.kind=h2")
)


@dataclass(frozen=True)
class Apicurio:
    """A running registry; ``url`` is the root of the API that Confluent's clients know."""

    url: str
    server: Server


@contextlib.contextmanager
def running_apicurio(folder: Path, release: Release = OLD) -> Iterator[Apicurio]:
    """A registry that is ready, and empty; ``folder`` gets its log."""
    program = java(release.java)
    if program is None:
        raise EngineError(f"Apicurio {release.version} needs Java {release.java}")
    content = archive(f"io.apicurio:apicurio-registry-app:{release.version}:tar.gz:all")
    jar = next(content.rglob(release.jar))
    port, management = free_ports(2)
    command = [
        program, "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
        f"-Dquarkus.http.host={HOST}", f"-Dquarkus.http.port={port}",
        f"-Dquarkus.management.host={HOST}", f"-Dquarkus.management.port={management}",
        *release.settings, "-jar", str(jar),
    ]  # fmt: skip
    url = f"http://{HOST}:{port}/apis/ccompat/v7"
    with started("apicurio", command, folder, lambda: http_answers(f"{url}/subjects")) as server:
        yield Apicurio(url, server)
