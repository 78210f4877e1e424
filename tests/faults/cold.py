"""Eight threads that use everything at once in a process that has used nothing yet.

Run as ``python -m tests.faults.cold FOLDER FIRST``; FIRST says who begins with what.
Prints nothing but what is wrong.
"""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

THREADS = 8
TURNS = 6
AGENT = "the agent of "


def documents(folder: Path) -> dict[str, Any]:
    return {path.stem: json.loads(path.read_bytes()) for path in folder.glob("*.json")}


def works(folder: Path, number: int) -> list[Callable[[], bool]]:
    """What a thread does; each says whether the result is right. Packages load on first use, inside of them."""
    plain = documents(folder)
    capture = {**plain["capture"], "memory_ref": AGENT + str(number)}
    resumption = {**plain["resumption"], "agent": AGENT + str(number)}
    target = folder / f"thread-{number}"

    def load_capture() -> bool:
        import runsnap

        return runsnap.loads(json.dumps(capture)).memory_ref == capture["memory_ref"]

    def load_resumption() -> bool:
        from runsnap import Resumption

        return (
            Resumption.loads(json.dumps(resumption)).to_dict() == Resumption.from_dict(resumption).to_dict()
        )

    def save_capture() -> bool:
        from runsnap import Capture

        document = Capture.from_dict(capture)
        document.save(target)
        return (
            Capture.load(target) == document
            and json.loads(target.read_bytes())["memory_ref"] == capture["memory_ref"]
        )

    def refuse() -> bool:
        import runsnap

        bad = {**capture, "rng_seed": -1 - number}
        report = runsnap.validate(bad, version="1.1.0")
        return [(each.pointer, each.found) for each in report.problems] == [("/rng_seed", str(-1 - number))]

    def malformed() -> bool:
        import runsnap

        try:
            runsnap.loads(json.dumps(resumption)[:-1] + "?")
        except runsnap.MalformedError as error:
            return error.column == len(json.dumps(resumption))
        return False

    def avro_container() -> bool:
        from runsnap import Resumption, avro

        file = io.BytesIO()
        avro.dump([Resumption.from_dict(resumption)] * 3, file)
        file.seek(0)
        return [document.agent for document in avro.load(file)] == [resumption["agent"]] * 3

    def avro_object() -> bool:
        from runsnap import Capture, avro

        document = Capture.from_dict(capture)
        return avro.decode(avro.encode(document, version="1.0.0")).to_dict() == document.to_dict()

    def convert() -> bool:
        import runsnap

        conversion = runsnap.convert(runsnap.Capture.from_dict(capture), version="1.0.0")
        valid = runsnap.validator("capture", "1.0.0").is_valid(conversion.document)
        return valid and conversion.document["memory_ref"] == capture["memory_ref"]

    return [
        load_capture,
        load_resumption,
        save_capture,
        refuse,
        malformed,
        avro_container,
        avro_object,
        convert,
    ]


def main(folder: Path, first: int) -> None:
    sys.setswitchinterval(1e-6)
    barrier = threading.Barrier(THREADS)
    wrong: list[str] = []

    def run(number: int) -> None:
        work = works(folder, number)
        barrier.wait()
        for turn in range(TURNS * len(work)):
            todo = work[(first * number + turn) % len(work)]
            try:
                if not todo():
                    wrong.append(f"{todo.__name__}: another result")
            except Exception as error:  # noqa: BLE001 - reported
                wrong.append(f"{todo.__name__}: {error!r}")

    threads = [threading.Thread(target=run, args=[number]) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    for line in [*wrong, *left]:
        print(line)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
