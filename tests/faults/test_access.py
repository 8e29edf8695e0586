"""A setting that cannot work is found out at once: few requests, few lines, which name it and what to do."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.faults.given import MINE
from tests.faults.launcher import Launcher
from tests.pipeline.given import environment, write_backbones, write_case
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer

RIGHT, WRONG = "sk-the-right-one", "sk-a-wrong-one"
CPU, REQUESTS, LINES = 2.0, 3, 10
"""What may be spent on a mistake: seconds of processor time, requests, lines on the terminal."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_case(tmp_path / "raw_cases", "loan")
    return tmp_path


def told(launcher: Launcher, folder: Path, key: str = RIGHT) -> str:
    """Run into the mistake and return the lines that tell of it; nothing else is left."""
    done = launcher.run("run", *MINE, cwd=folder, environ=environment(MY_KEY=key))
    assert done.code == 2 and done.stdout == "" and "Traceback" not in done.stderr, done.stderr
    assert done.cpu < CPU and len(done.stderr.splitlines()) <= LINES, done.stderr
    assert not (folder / "warehouse").exists()
    assert key not in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("key", ("rejected the key", "MY_KEY", "put a valid one into the environment variable")),
        ("model", ("'mine-model'", "set model (or base_url) of [backbones.mine]", "it lists another-model")),
        ("path", ("base_url of [backbones.mine]", "/v1")),
    ],
)
def test_a_wrong_key_model_or_path(mistake: str, words: tuple[str, ...], launcher: Launcher, folder: Path) -> None:
    with OpenAIServer(models=["another-model" if mistake == "model" else "mine-model"], key=RIGHT) as server:
        address = server.base_url.replace("/v1", "/v2") if mistake == "path" else server.base_url
        write_backbones(folder / "mine.toml", address, api_key_env="MY_KEY")
        lines = told(launcher, folder, WRONG if mistake == "key" else RIGHT)
        assert server.requests <= REQUESTS
    assert address in lines and all(said in lines for said in words), lines


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"<!DOCTYPE html><html><body>Welcome to my chat</body></html>", "Welcome to my chat"),
        (b'{"error": "Unexpected endpoint or method. (POST /chat/completions)"}', "Unexpected endpoint"),
        (b'{"status": "ok"}', "ok"),
        (b"", "(nothing)"),
    ],
)
def test_something_else_than_a_chat_endpoint(sent: bytes, said: str, launcher: Launcher, folder: Path) -> None:
    with OpenAIServer(lambda _: HttpAnswer(body=sent)) as server:
        write_backbones(folder / "mine.toml", server.base_url, api_key_env="MY_KEY")
        lines = told(launcher, folder)
        assert server.requests <= REQUESTS
    assert "base_url of [backbones.mine] usually ends in /v1" in lines and said in lines, lines


def test_a_variable_that_is_not_set(launcher: Launcher, folder: Path) -> None:
    with OpenAIServer(models=["mine-model"], key=RIGHT) as server:
        write_backbones(folder / "mine.toml", server.base_url, api_key_env="NEVER_SET")
        assert "NEVER_SET" in told(launcher, folder)
        assert server.requests <= REQUESTS


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/v1", "cannot reach backbone mine (http://127.0.0.1:1/v1)"),
        ("http://no-such-host.invalid/v1", "cannot reach backbone mine (http://no-such-host.invalid/v1)"),
        ("https://no-such-host.invalid/v1", "cannot reach backbone mine (https://no-such-host.invalid/v1)"),
    ],
    ids=["nobody there", "no such host", "no such host by TLS"],
)
def test_nobody_there(address: str, words: str, launcher: Launcher, folder: Path) -> None:
    write_backbones(folder / "mine.toml", address)
    line, advice = told(launcher, folder).splitlines()
    assert words in line and "base_url of [backbones.mine]" in line and "offline" in advice


@pytest.mark.parametrize(("host", "why"), [("127.0.0.1", "self-signed"), ("elsewhere.example", "self-signed")])
def test_a_certificate_that_nobody_signed(host: str, why: str, launcher: Launcher, folder: Path) -> None:
    with OpenAIServer(models=["mine-model"], tls=signed_by_itself(folder, host)) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        line, _ = told(launcher, folder).splitlines()
        assert server.requests == 0
    assert f"cannot reach backbone mine ({server.base_url})" in line
    assert "certificate verify failed" in line and why in line and "SSL_CERT_FILE" in line


def test_a_certificate_of_ones_own_is_trusted_where_one_says_so(launcher: Launcher, folder: Path) -> None:
    with OpenAIServer(models=["mine-model"], tls=signed_by_itself(folder, "127.0.0.1")) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        trusting = environment(SSL_CERT_FILE=str(folder / "certificate.pem"))
        done = launcher.run("mediate", "loan", *MINE, "--without", "dbt", cwd=folder, environ=trusting)
        assert done.code == 0 and done.stderr == "" and server.answered > 5


def signed_by_itself(folder: Path, host: str) -> ssl.SSLContext:
    """Return what a server needs to speak TLS as ``host``, with a certificate of its own making."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    known_as: x509.GeneralName = x509.IPAddress(ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([known_as]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context
