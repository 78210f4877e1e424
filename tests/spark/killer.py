"""A step of a job that kills Python workers, once."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class KillsOnce:
    """Passes batches on; on the way, the first attempt at a partition kills all Python workers of the job.

    The daemon that Spark starts them from is their parent. ``folder`` gets a file
    that says how many there were.
    """

    folder: Path
    after: int = 2

    def __call__(self, batches):
        from pyspark import TaskContext

        context = TaskContext.get()
        for index, batch in enumerate(batches):
            yield batch
            if index == self.after and context.partitionId() == 0:
                if context.attemptNumber() == 0:
                    self._kill()
                (self.folder / "again").touch()

    def _kill(self):
        daemon = os.getppid()
        children = Path(f"/proc/{daemon}/task/{daemon}/children").read_text().split()
        others = [int(child) for child in children if int(child) != os.getpid()]
        (self.folder / "killed").write_text(str(len(others) + 1))
        for pid in [*others, os.getpid()]:
            os.kill(pid, signal.SIGKILL)
