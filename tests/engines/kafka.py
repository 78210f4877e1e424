"""Kafka: one broker that is its own controller, its data in a folder of the test."""

from __future__ import annotations

import contextlib
import subprocess
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.engines.java import java
from tests.engines.maven import libraries
from tests.engines.process import HOST, EngineError, Server, free_ports, port_answers, started

ARTIFACTS = ("org.apache.kafka:kafka_2.13:4.4.0", "org.apache.logging.log4j:log4j-slf4j-impl:2.25.5")
OLDEST_JAVA = 17
LOGGING = Path(__file__).with_name("log4j2.yaml")


@dataclass(frozen=True)
class Kafka:
    """A running broker; ``servers`` is what clients call ``bootstrap.servers``."""

    servers: str
    server: Server


@contextlib.contextmanager
def running_kafka(folder: Path) -> Iterator[Kafka]:
    """A broker that is ready, and empty; ``folder`` gets its data and its log."""
    program = java(OLDEST_JAVA)
    if program is None:
        raise EngineError(f"Kafka needs Java {OLDEST_JAVA}")
    folder.mkdir(parents=True, exist_ok=True)
    port, control = free_ports(2)
    settings = folder / "server.properties"
    settings.write_text(_settings(folder, port, control), encoding="utf-8")
    call = [
        program, "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
        f"-Dlog4j2.configurationFile={LOGGING}", "-cp", f"{libraries('kafka', *ARTIFACTS)}/*",
    ]  # fmt: skip
    cluster = urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    _run([*call, "kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(settings)], folder)
    with started(
        "kafka", [*call, "kafka.Kafka", str(settings)], folder, lambda: port_answers(port)
    ) as server:
        yield Kafka(f"{HOST}:{port}", server)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise EngineError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def _settings(folder: Path, port: int, control: int) -> str:
    return f"""
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@{HOST}:{control}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://{HOST}:{port},CONTROLLER://{HOST}:{control}
advertised.listeners=PLAINTEXT://{HOST}:{port}
log.dirs={folder / "data"}
auto.create.topics.enable=false
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=100
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
"""
