"""The process that holds an embedded model, seen from ours: started, asked line by line, killed.

It is a new program, never a fork; the library it loads is loaded nowhere else. It ends with us however we end,
because its standard input does.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from cogmed_core.errors import EndpointError

COMMAND = (sys.executable, "-P", "-m", "cogmed_core.llm.embedded_worker")
ENVIRONMENT = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0", "GGML_NO_BACKTRACE": "1"}
"""Threads that wait must sleep: where they spin, two on a busy machine slow each other down twentyfold.
And a process that fails dies at once, without starting a debugger to explain itself."""
OUT_OF_MEMORY = 9
"""The signal by which a system takes back memory."""
LOG_PREFIX = re.compile(r"^[\d.]+ [A-Z] +((\w+ +)?\w+: +)?")
"""What the library puts before a message: time, level, part, function."""
SHOWN = 300
"""Characters of the process's own messages that an error repeats."""


class EmbeddedProcess:
    """One worker process. ``ask`` blocks and is called from one thread; ``kill`` from any."""

    def __init__(self, owner: str, process: "subprocess.Popen[bytes]", messages: IO[bytes]) -> None:
        self._owner = owner
        self._process = process
        self._messages = messages
        self._killed_because = ""

    @classmethod
    def start(cls, owner: str, command: Sequence[str] = COMMAND) -> "EmbeddedProcess":
        """Start the worker, out of reach of the terminal's Ctrl-C: whoever started it ends it.

        Args:
            owner: who it works for, named at the beginning of every error.
            command: what to run.

        Raises:
            EndpointError: the system has no room for another process.
        """
        messages = tempfile.TemporaryFile()  # noqa: SIM115 - closed by ``end``
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=messages,
                env={**os.environ, **ENVIRONMENT},
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            messages.close()
            raise EndpointError(f"{owner} cannot start a process: {error.strerror}") from None
        return cls(owner, process, messages)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ask(self, message: Mapping[str, Any], seconds: float) -> Any:
        """Send one message and return the reply to it.

        Raises:
            EndpointError: the process died, was killed, or gave no reply within ``seconds``.
        """
        timer = threading.Timer(seconds, self.kill, (f"gave no answer within {seconds:g} s and was stopped",))
        timer.daemon = True
        timer.start()
        try:
            reply = self._exchange(json.dumps(message).encode() + b"\n")
        finally:
            timer.cancel()
        if reply.endswith(b"\n"):
            return json.loads(reply)
        raise EndpointError(f"{self._owner} {self._killed_because or self._cause_of_death()}")

    def kill(self, because: str) -> None:
        """Kill the process: it has nothing to save, and while it generates it may not heed a mere request.

        Args:
            because: what the error of a request under way says after the owner's name.
        """
        self._killed_because = self._killed_because or because
        self._process.kill()

    def end(self) -> None:
        """Kill the process, wait until it is gone and release its pipes."""
        self.kill("was stopped")
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._messages):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def first_error(self) -> str:
        """Stop the process and return the first error it wrote: later ones only follow from it."""
        self.kill("was stopped")
        return next((line for line in self._last_will() if "error" in line.lower()), "")

    def _exchange(self, line: bytes) -> bytes:
        """Return the reply's line, less or nothing where the process ended before."""
        if self._process.stdin is None or self._process.stdout is None:
            return b""
        with suppress(OSError):
            self._process.stdin.write(line)
            self._process.stdin.flush()
            return self._process.stdout.readline()
        return b""

    def _cause_of_death(self) -> str:
        """Say how a process ended that nobody here killed, and the last thing it said."""
        code = self._process.wait()
        signals = {known.value: known.name for known in signal.Signals}
        how = f"exit code {code}" if code >= 0 else f"signal {signals.get(-code, -code)}"
        memory = "; the memory may be too small for its model" if code == -OUT_OF_MEMORY else ""
        last = "".join(f": {line}" for line in self._last_will()[-1:])
        return f"lost its process ({how}){memory}{last}"

    def _last_will(self) -> list[str]:
        """Return what the process wrote for people, line by line, once it is gone."""
        self._process.wait()
        self._messages.seek(0)
        lines = self._messages.read().decode("utf-8", "replace").splitlines()
        return [LOG_PREFIX.sub("", line.strip())[:SHOWN] for line in lines if line.strip()]
