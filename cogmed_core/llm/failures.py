"""What can go wrong between an agent and a model, finer than the tree in ``cogmed_core.errors`` has to be.

EndpointError
├── TransientError      may pass: the retries see it, nobody above them
└── ContextError        the request does not fit the context window: a smaller one would
RefusedError
└── RefusalError        with the category the endpoint gave
CogMedError             no ``ModelError``, because the next episode would fail alike: the run stops
└── BudgetError         the limit on cost is reached
StorageError
└── CacheError          answers can no longer be kept
"""

from cogmed_core.errors import CogMedError, EndpointError, RefusedError, StorageError


class TransientError(EndpointError):
    """A failure that may pass.

    Args:
        text: what happened, fit to show.
        retry_after: the endpoint's own wish in seconds, where it has one.
        busy: the endpoint is there and asks for patience (429), as opposed to broken or gone.
        overloaded: fewer calls at once may help (429, 503); what is busy always is.
    """

    def __init__(
        self, text: str, retry_after: float | None = None, *, busy: bool = False, overloaded: bool = False
    ) -> None:
        super().__init__(text)
        self.retry_after = retry_after
        self.busy = busy
        self.overloaded = busy or overloaded

    @property
    def kind(self) -> str:
        """The same kind as any endpoint failure: the difference matters to the retries only."""
        return "endpoint"


class ContextError(EndpointError):
    """The prompt and room for a reply are more than the backbone's context window."""


class RefusalError(RefusedError):
    """A refusal and its category: the endpoint's own code."""

    def __init__(self, text: str, category: str) -> None:
        super().__init__(text)
        self.category = category

    @property
    def kind(self) -> str:
        """The same kind as any refusal."""
        return "refused"


class BudgetError(CogMedError):
    """The next call could cross the limit on cost."""


class CacheError(StorageError):
    """The response cache cannot be read or written."""
