"""The proxies of the docs in front of the real program: TLS outside, every header that the door needs, and no delay."""

import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from scripts.docs_text import blocks
from tests.web.house_process import HouseProcess, free_port

pytestmark = pytest.mark.server
PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
HOST = "play.example"
WAIT_SECONDS = 60
QUICK = {"caddy": signal.SIGKILL, "nginx": signal.SIGTERM}
"""What ends a proxy at once: Caddy would wait for its connections, and nginx has children to end."""
NGINX = "daemon off; pid {0}/pid; error_log {0}/errors;\nevents {{}}\nhttp {{\naccess_log off;\n{1}}}\n"
CADDY = "{{\nadmin off\nskip_install_trust\nlocal_certs\nauto_https disable_redirects\nstorage file_system {0}\n}}\n{1}"


def certificate(folder: Path) -> None:
    """Make a certificate for the host of the page, signed by nobody."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    (folder / "play.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "play.key").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )


def command(proxy: str, folder: Path, house: int, port: int) -> list[str]:
    """How a proxy is started with what the page shows, on a port of the test's own."""
    (shown,) = blocks(PAGE.replace("127.0.0.1:8777", f"127.0.0.1:{house}"), proxy)
    file = folder / "proxy.conf"
    if proxy == "nginx":
        certificate(folder)
        here = shown.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("/etc/ssl", str(folder))
        file.write_text(NGINX.format(folder, here))
        return ["nginx", "-p", str(folder), "-c", str(file)]
    here = shown.replace(f"{HOST} {{", f"https://{HOST}:{port} {{\nbind 127.0.0.1", 1)
    file.write_text(CADDY.format(folder, here))
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def asked(port: int, method: str, path: str, body: str = "", **headers: str) -> Iterator[http.client.HTTPResponse]:
    """Ask the house by its public name, through the proxy at a port."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE  # the certificate is signed by nobody
    sent = {"Host": HOST, "Connection": "close", "Origin": f"https://{HOST}", **headers}
    if body:
        sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    with (
        socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS) as plain,
        trusting.wrap_socket(plain, server_hostname=HOST) as secure,
    ):
        secure.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        response = http.client.HTTPResponse(secure)
        response.begin()
        yield response
        response.close()


@contextmanager
def in_front(proxy: str, folder: Path, house: HouseProcess) -> Iterator[int]:
    """Run a proxy; gives its port when it answers."""
    port = free_port()
    process = subprocess.Popen(
        command(proxy, folder, house.port, port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder
    )
    try:
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            with suppress(OSError), asked(port, "GET", "/healthz"):
                break
            time.sleep(0.1)
        yield port
    finally:
        process.send_signal(QUICK[proxy])
        process.wait(WAIT_SECONDS)


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_a_house_behind_a_proxy_of_the_docs(proxy: str, tmp_path: Path) -> None:
    if not shutil.which(proxy) and not os.environ.get("CI"):
        pytest.skip(f"needs {proxy}")
    folder = tmp_path / "proxy"
    folder.mkdir()
    public = ("--url", f"https://{HOST}", "--proxy", "127.0.0.1")
    with HouseProcess(tmp_path, options=public) as house, in_front(proxy, folder, house) as port:
        with asked(port, "GET", "/") as page:
            assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
            assert page.headers["Strict-Transport-Security"]
            assert "Practice chips only" in page.read().decode()
        with asked(port, "POST", "/api/guests", '{"name": "Ada"}') as entered:
            assert entered.status == 200
            cookie = entered.headers["Set-Cookie"]
        assert cookie.startswith("__Host-croupier=")
        assert "; Secure" in cookie
        token = cookie.partition(";")[0]
        with asked(port, "GET", "/api/stream", Cookie=token) as stream:
            told = [stream.readline() for _ in range(3)]  # held back, they would come when the stream ends
            assert told[-1] == b"event: me\n"
        with asked(port, "POST", "/api/guests", '{"name": "Eve"}', Origin="https://evil.example") as foreign:
            assert foreign.status == 403
        with asked(port, "GET", "/metrics") as metrics:
            assert metrics.status == 403
