"""Options shared by every test: real models and long runs happen on purpose only."""

import signal

import pytest

# Whoever starts the tests in the background has them ignore Ctrl-C, and what they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

OPT_IN = {"live": "talks to a real model", "long": "a soak or a benchmark"}


def pytest_addoption(parser: pytest.Parser) -> None:
    for mark, what in OPT_IN.items():
        parser.addoption(f"--{mark}", action="store_true", help=f"also run the tests marked {mark}: {what}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unwanted = [mark for mark in OPT_IN if not config.getoption(f"--{mark}")]
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in unwanted)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
