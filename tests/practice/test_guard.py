"""Who may speak to the page: loopback, the right host, the right origin, the token."""

import http.client
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.practice.conftest import CASE, Served, serve


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    page = serve(tmp_path_factory.mktemp("guard") / "warehouse", str(CASE))
    yield page
    said = page.stop()
    assert page.process.returncode == 0, said


def ask(
    served: Served, path: str, headers: Mapping[str, str], method: str = "GET", body: str | None = None
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(served.origin).port, timeout=20)
    connection.request(method, path, body, dict(headers))
    answer = connection.getresponse()
    answer.body = answer.read()
    connection.close()
    return answer


def cookie(served: Served) -> str:
    return f"cogmed_practice_{urlsplit(served.origin).port}={served.token}"


def test_everything_wants_the_token(served: Served) -> None:
    wrong = [{}, {"Cookie": f"{cookie(served)}x"}, {"Cookie": cookie(served).replace(served.token, "")}]
    for path in ("/", "/view", "/events", "/assets/practise.js", "/?token=guess"):
        for headers in wrong:
            assert ask(served, path, headers).status == 403
    assert ask(served, "/view", {"Cookie": cookie(served)}).status == 200


def test_a_request_from_elsewhere_changes_nothing(served: Served) -> None:
    move = json.dumps({"kind": "adjourn"})
    right = {"Cookie": cookie(served), "Origin": served.origin, "Content-Type": "application/json"}
    for name, value, status in (
        ("Origin", "http://evil.example", 403),
        ("Origin", "", 403),
        ("Content-Type", "text/plain", 415),
        ("Host", "evil.example", 421),
    ):
        assert ask(served, "/move", {**right, name: value}, "POST", move).status == status
    assert ask(served, "/move", right, "POST", '{"kind": "say", "text": "Welcome."}').status == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("{", 422),
        ('{"kind": "say"}', 422),
        ('{"kind": "say", "text": "  "}', 422),
        ('{"kind": "dance"}', 422),
        ('{"kind": "caucus", "party": "litigant_9", "text": "x"}', 409),
        ('{"kind": "say", "text": "' + "x" * 300_000 + '"}', 409),
    ],
)
def test_a_wrong_move_is_named_and_not_made(served: Served, body: str, status: int) -> None:
    right = {"Cookie": cookie(served), "Origin": served.origin, "Content-Type": "application/json"}
    answer = ask(served, "/move", right, "POST", body)
    assert answer.status == status and json.loads(answer.body)["error"]


def test_it_listens_on_loopback_alone(served: Served) -> None:
    port = urlsplit(served.origin).port
    table = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()
    listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
    assert [one for one in listening if one.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_no_asset_leads_out_of_its_folder(served: Served) -> None:
    for path in ("/assets/..%2Fview.py", "/assets/%2e%2e/view.py", "/assets/none.js"):
        assert ask(served, path, {"Cookie": cookie(served)}).status == 404
