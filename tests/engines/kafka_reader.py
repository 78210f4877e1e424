"""Reads a topic to its end and notes what came; kills itself at some call, where it is told to."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from confluent_kafka import Consumer, Message, Producer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient

from runsnap import kafka


def kill_at(name: str, cls: Any) -> Any:
    """A subclass whose second such call is the end of the process, before or after it has its effect."""
    after = name.startswith("after ")
    name = name.removeprefix("after ")
    calls = 0

    def call(self: Any, *args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2 and not after:
            end()
        result = getattr(cls, name)(self, *args, **options)
        if calls == 2:
            end()
        return result

    return type(cls.__name__, (cls,), {name: call})


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(servers: str, registry: str, topic: str, log: str, count: str, kill: str) -> None:
    import confluent_kafka

    place = kill.removeprefix("after ")
    for cls in (Consumer, Producer):
        if hasattr(cls, place):
            setattr(confluent_kafka, cls.__name__, kill_at(kill, cls))
    last = int(count) - 1

    def handle(document: Any, message: Message) -> None:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(f"{document.steps}\n")
        if kill == "handle" and document.steps == 3:
            end()

    def at_the_end(_tally: kafka.Tally) -> bool:
        return committed() > last

    def committed() -> int:
        (place,) = observer.committed([TopicPartition(topic, 0)], timeout=60)
        return place.offset

    observer = Consumer({"bootstrap.servers": servers, "group.id": topic})
    kafka.consume(
        {
            "bootstrap.servers": servers,
            "group.id": topic,
            "group.instance.id": "one",
            "session.timeout.ms": 6000,
        },
        [topic],
        handle,
        deserializer=kafka.Deserializer(SchemaRegistryClient({"url": registry})),
        dead_letters=kafka.DeadLetters(
            {"bootstrap.servers": servers, "transactional.id": f"{topic}-one"}, f"{topic}-dead"
        ),
        until=at_the_end,
        commit_seconds=0 if kill == "commit" else 1000,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
