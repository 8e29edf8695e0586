"""Starts the real command line many times without importing it many times: a process that forks for each run.

As a script it imports everything a run needs, then reads one JSON object a line and forks a child that becomes
``cogmed``: own process id, own environment, own folder, output to files. ``Launcher`` is the other end.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
DYING = "dying"
WRITES = ("os.rename", "os.mkdir", "sqlite3.connect")


@dataclass
class Running:
    """A run that was started; ``stdout`` and ``stderr`` are what it has written by now.

    Attributes:
        cpu: seconds of processor time that it took, once it has ended.
    """

    pid: int
    folder: Path
    launcher: "Launcher"
    code: int | None = None
    cpu: float = 0.0

    @property
    def stdout(self) -> str:
        return (self.folder / "stdout").read_text(encoding="utf-8")

    @property
    def stderr(self) -> str:
        return (self.folder / "stderr").read_text(encoding="utf-8")

    @property
    def is_dying(self) -> bool:
        """Whether it has come to the moment in which it was to kill itself."""
        return (self.folder / DYING).exists()

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)

    def ended(self) -> bool:
        return self.wait(0) is not None

    def wait(self, seconds: float = 240) -> int | None:
        """Return the exit code (negative: the signal that ended it), None if it is still under way after so long."""
        if self.code is None:
            self.code, self.cpu = self.launcher.ask({"wait": self.pid, "seconds": seconds})
        return self.code


class Launcher:
    """The forking process; a context manager. One run at a time."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.launcher"],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate(timeout=60)

    def start(
        self, *arguments: str, cwd: Path, environ: Mapping[str, str] | None = None, die_at: int | None = None
    ) -> Running:
        """Start ``cogmed`` with these arguments in a folder.

        Args:
            die_at: kill it, from inside and with SIGKILL, at that many opened or renamed files from its start on.
        """
        order = {"arguments": arguments, "cwd": str(cwd), "environ": dict(environ or {}), "die_at": die_at}
        return Running(self.ask(order), cwd, self)

    def run(self, *arguments: str, cwd: Path, environ: Mapping[str, str] | None = None) -> Running:
        """Start it and wait for its end."""
        running = self.start(*arguments, cwd=cwd, environ=environ)
        assert running.wait() is not None
        return running

    def ask(self, order: Mapping[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def main() -> None:
    """Serve until standard input ends."""
    import cogmed_pipeline.cli
    import cogmed_pipeline.commands.summary
    import cogmed_pipeline.run

    assert cogmed_pipeline.run.run and cogmed_pipeline.commands.summary.summarize and cogmed_pipeline.cli.main
    for line in sys.stdin:
        order = json.loads(line)
        answer = _waited(order["wait"], order["seconds"]) if "wait" in order else _forked(order)
        print(json.dumps(answer), flush=True)


def _waited(pid: int, seconds: float) -> tuple[int | None, float]:
    deadline = time.monotonic() + seconds
    while True:
        ended, status, took = os.wait4(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), took.ru_utime + took.ru_stime
        if time.monotonic() >= deadline:
            return None, 0.0
        time.sleep(0.005)


def _forked(order: Mapping[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 99
    try:
        code = _become(order)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _become(order: Mapping[str, Any]) -> int:
    """Turn this process into the command; return its exit code."""
    os.setsid()
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["environ"])
    Path(DYING).unlink(missing_ok=True)
    for number, name in ((0, "/dev/null"), (1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
    if order["die_at"] is not None:
        _die_at(order["die_at"])
    sys.argv = ["cogmed", *order["arguments"]]
    from cogmed_pipeline.cli import main as cogmed

    try:
        cogmed()
    except SystemExit as ending:
        return int(ending.code or 0)
    return 0


def _die_at(count: int) -> None:
    """Die in the very moment before the file with that number is opened for writing, renamed or removed."""
    seen = 0

    def watch(event: str, given: tuple[Any, ...]) -> None:
        nonlocal seen
        writing = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
        if writing or event in WRITES:
            seen += 1
            if seen == count:
                Path(DYING).touch()
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


if __name__ == "__main__":
    main()
