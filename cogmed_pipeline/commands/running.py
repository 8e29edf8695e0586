"""What ``cogmed run`` and ``cogmed deliberate`` share: progress, an orderly stop, a summary and an exit code."""

from collections.abc import Callable

from rich.console import Console

from cogmed_core.errors import AccessError, CogMedError
from cogmed_pipeline.commands.live import LiveProgress
from cogmed_pipeline.commands.printing import complain
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.stopping import Signals, Stop, StoppedError

Work = Callable[[Progress, Stop], CogMedError | None]


def exit_code_of(work: Work, summarize: Callable[[Console], int]) -> int:
    """Do the work, sum up what there is, say why it stopped if it did, and return the exit code.

    Args:
        work: returns why it stopped before its end, None if it did not.
        summarize: prints the summary and returns 1 if something failed or is missing, else 0.
    """
    stop, console = Stop(), Console()
    signals = Signals(stop)

    def everything() -> tuple[CogMedError | None, int]:
        with LiveProgress(console) as progress:
            stopped = work(progress, stop)
        signals.tables = "the tables hold it"
        return stopped, summarize(console)

    stopped, code = signals.heeded_during(everything)
    if stopped is None:
        return code
    complain(stopped)
    if isinstance(stopped, StoppedError):
        signals.leave()
    return 2 if isinstance(stopped, AccessError) else 1
