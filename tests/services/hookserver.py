"""Server for webhooks with a certificate of its own and configurable answers."""

from __future__ import annotations

import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "hook.example"


def certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
    )
    made = made.not_valid_before(datetime.now(UTC) - timedelta(days=1)).not_valid_after(
        datetime.now(UTC) + timedelta(days=1)
    )
    made = made.add_extension(
        x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False
    ).sign(key, hashes.SHA256())
    path = folder / "hook.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return path


class HookServer:
    """Server that answers with `status` (0: no answer) and keeps requests in `got`: (path, headers,
    body).
    """

    def __init__(self, folder: Path):
        self.status, self.got, self.pem = 204, [], certificate(folder)
        ours = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self):
                ours.got.append(
                    (
                        self.path,
                        dict(self.headers),
                        self.rfile.read(int(self.headers["content-length"])),
                    )
                )
                if not ours.status:
                    return time.sleep(1)
                self.send_response(ours.status)
                if ours.status == 302:
                    self.send_header("Location", f"https://{HOST}:{ours.port}/elsewhere")
                self.send_header("Content-Length", "0")
                return self.end_headers()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.pem)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self.url = f"https://{HOST}:{self.port}/in?key=1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
