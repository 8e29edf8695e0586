"""One launcher for all tests of this folder: what a run imports is imported once."""

from collections.abc import Iterator

import pytest

from tests.faults.launcher import Launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    with Launcher() as launcher:
        yield launcher
