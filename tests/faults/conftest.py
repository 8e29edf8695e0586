"""One launcher for all tests of this folder: what a run imports is imported once."""

from collections.abc import Iterator

import pytest

from tests.faults.given import Reference, undisturbed
from tests.faults.launcher import Launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    with Launcher() as launcher:
        yield launcher


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reference]:
    """Eight mediations that nothing disturbed; several tests disturb the same ones."""
    with undisturbed(tmp_path_factory.mktemp("short"), dialogues=8) as reference:
        yield reference
