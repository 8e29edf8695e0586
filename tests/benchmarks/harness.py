"""Drivers against the mock server, side by side: interleaved, each time in fresh processes, medians of ratios.

    python -m tests.benchmarks.harness --repeats 5 --out results.jsonl
    python -m tests.benchmarks.harness --latency 0.2 --mediations 128 --slots 128 --reply 240
    python -m tests.benchmarks.harness --peer langgraph=PYTHON --peer autogen=PYTHON --peer inspect_ai=PYTHON

A peer is measured where a Python is named that has it installed (``peers/README.md``). Every run is a line of JSON
with the machine's load; the table at the end is Markdown.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
FLOOR, PROJECT = "floor", "project"
PATIENCE = 900

Figures = dict[str, Any]


@contextmanager
def mock_server(*options: str) -> Iterator[str]:
    """Run the mock server in a process of its own; give its base URL."""
    command = [sys.executable, HERE / "mock_server.py", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def stats(url: str) -> Figures:
    """Return what the server counted."""
    with urlopen(f"{url.removesuffix('/v1')}/stats", timeout=10) as answer:
        return dict(json.load(answer))


def drive(name: str, options: Sequence[str], server: Sequence[str], python: str = sys.executable) -> Figures:
    """Run one driver against a server of its own; return its figures with the server's."""
    own = HERE / f"{name}_driver.py"
    script = own if own.exists() else HERE / "peers" / own.name
    with mock_server(*server) as url:
        done = subprocess.run(
            [python, script, url, *options], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        if done.returncode:
            raise SystemExit(f"{name} failed:\n{done.stderr[-2000:]}")
        counted = stats(url)
    figures: Figures = json.loads(done.stdout.strip().splitlines()[-1])
    return {"driver": name, **figures, "server": counted, "load": os.getloadavg()[0]}


def requests_file(folder: Path, rounds: int, reply: int) -> Path:
    """Write what is asked in one mediation, for the drivers that render nothing."""
    from tests.benchmarks.workload import requests

    path = folder / "requests.json"
    path.write_text(json.dumps(requests(rounds, reply), ensure_ascii=False), encoding="utf-8")
    return path


def interleaved(
    drivers: Mapping[str, str], *, mediations: int, rounds: int, slots: int, repeats: int, latency: float, reply: int
) -> Iterator[Figures]:
    """Run all drivers in turn, and all of them again; the work is the same, fewer mediations for a slow peer."""
    with TemporaryDirectory() as folder:
        requests = str(requests_file(Path(folder), rounds, reply))
        for _ in range(repeats):
            for name, python in drivers.items():
                options = ["--mediations", str(mediations), "--slots", str(slots)]
                options += ["--rounds", str(rounds)] if name == PROJECT else ["--requests", requests]
                server = ["--latency", str(latency), "--reply", str(reply)]
                yield drive(name, options, server, python)


def medians(runs: Sequence[Figures]) -> dict[str, Figures]:
    """Return the median of each figure by driver, and of each ratio to the floor of the same turn.

    ``least_cpu_ratio`` is that of the least of each: what other work on the machine adds is in neither.
    """
    by_driver: dict[str, list[Figures]] = {}
    for run in runs:
        by_driver.setdefault(run["driver"], []).append(run)
    floors = by_driver[FLOOR]
    return {
        name: {
            "cpu_ms_a_call": median(run["cpu_ms_a_call"] for run in mine),
            "cpu_ratio": median(
                run["cpu_ms_a_call"] / floor["cpu_ms_a_call"] for run, floor in zip(mine, floors, strict=True)
            ),
            "least_cpu_ratio": min(run["cpu_ms_a_call"] for run in mine) / min(run["cpu_ms_a_call"] for run in floors),
            "wall_s": median(run["wall_s"] for run in mine),
            "peak_mb": median(run["peak_mb"] for run in mine),
            "calls": mine[0]["calls"],
            "bytes_a_call": mine[0]["server"]["bytes"] // max(1, mine[0]["server"]["requests"]),
        }
        for name, mine in by_driver.items()
    }


def table(figures: Mapping[str, Figures], bound: float) -> str:
    """Return a Markdown table; ``bound`` is the wall time that latency alone would take, 0 for none."""
    lines = ["| driver | CPU ms a call | × floor | peak MB | wall s |" + (" wall / bound |" if bound else "")]
    lines.append("|---" * (6 if bound else 5) + "|")
    for name, one in figures.items():
        wall = f" {one['wall_s'] / bound:.2f} |" if bound else ""
        lines.append(
            f"| {name} | {one['cpu_ms_a_call']:.3f} | {one['cpu_ratio']:.1f} | {one['peak_mb']:.0f} "
            f"| {one['wall_s']:.1f} |{wall}"
        )
    return "\n".join(lines)


def main() -> None:
    """Read the options, run, and print a line a run and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--mediations", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--slots", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--reply", type=int, default=240)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    drivers = {FLOOR: sys.executable, PROJECT: sys.executable, **dict(peer.split("=", 1) for peer in given.peer)}
    runs = []
    for run in interleaved(
        drivers,
        mediations=given.mediations,
        rounds=given.rounds,
        slots=given.slots,
        repeats=given.repeats,
        latency=given.latency,
        reply=given.reply,
    ):
        runs.append(run)
        print(json.dumps(run), flush=True)
        if given.out:
            with given.out.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(run) + "\n")
    calls = runs[0]["calls"]
    bound = calls * given.latency / min(given.slots, given.mediations)
    print(table(medians(runs), bound))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
