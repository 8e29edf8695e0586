"""Everything that can go wrong, named by who must act.

CogMedError
├── UsageError                  the person at the keyboard: a file, a name or a setting is wrong
│   ├── ConfigurationError      a backbone, experiment or configuration is unknown or ill-formed
│   └── CaseError               a file holds no readable case
├── StorageError                whoever owns the disk: results cannot be kept, so the run stops
└── ModelError                  whoever runs the endpoint; inside a run it fails one episode, never the run
    ├── EndpointError           nobody answers, or the answer is no reply (network, 5xx, 429 after the retries)
    ├── AccessError             the key or the model name was rejected: nothing after it can work
    ├── RefusedError            the endpoint declined the content
    └── ReplyError              the reply stayed unusable after every re-ask
"""


class CogMedError(Exception):
    """Root of every error this project raises on purpose; its text is fit to show to a person."""

    @property
    def kind(self) -> str:
        """The stable name stored in ``episodes.error_kind``."""
        return type(self).__name__.removesuffix("Error").lower()


class UsageError(CogMedError):
    """Something the user named is wrong; the text says what to do."""


class ConfigurationError(UsageError):
    """An unknown or ill-formed backbone, experiment, configuration or option."""


class CaseError(UsageError):
    """A file, or one row of it, is no readable case."""


class StorageError(CogMedError):
    """A file of the warehouse cannot be written: disk full, read-only, no rights."""


class ModelError(CogMedError):
    """A model could not be had, or would not answer usefully."""


class EndpointError(ModelError):
    """The endpoint is unreachable or failing."""


class AccessError(ModelError):
    """The endpoint rejected the key or does not know the model: every later call would fail alike."""


class RefusedError(ModelError):
    """The endpoint refused the content of a request."""


class ReplyError(ModelError):
    """No usable reply after the bounded number of re-asks."""
