"""Mail through servers that require TLS and a password, and through those with an untrusted
certificate.
"""

from __future__ import annotations

import base64
import socket
import ssl

import msgspec
import pytest

from app.kernel.say import say
from app.main import smtp_of
from app.services.notify.delivery_channels import mail
from app.services.notify.outbox import Message
from app.services.notify.outbox_worker import TRIES
from app.settings import Settings
from tests.services.hookserver import HOST, certificate
from tests.services.mailbox import Mailbox, make_due, put, sending, sweep

USER, PASSWORD = "caracole", "the password of the server"


class Guarded(Mailbox):
    """Mail server with a certificate for HOST. `security` is the start of TLS: at once, on request,
    never.

    It accepts mail after a log-in, and keeps in `lines` each command with a flag for encryption.
    """

    def __init__(self, security: str, pem):
        self.security, self.lines, self.offers = security, [], [b"AUTH PLAIN"]
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(pem)
        super().__init__()

    def _talk(self, talk: socket.socket) -> None:
        is_encrypted = self.security == "tls"
        if is_encrypted:
            talk = self._tls.wrap_socket(talk, server_side=True)
        is_in, line = False, talk.makefile("rwb", buffering=0)
        line.write(b"220 guarded\r\n")
        while asked := line.readline():
            self.lines.append((asked.strip(), is_encrypted))
            word = asked.split()[0].upper()
            if word == b"EHLO":
                offers = [
                    *self.offers,
                    *([b"STARTTLS"] if self.security == "starttls" and not is_encrypted else []),
                ]
                line.write(
                    b"".join(b"250-%b\r\n" % one for one in [b"guarded", *offers]) + b"250 HELP\r\n"
                )
            elif word == b"STARTTLS" and self.security == "starttls":
                line.write(b"220 go ahead\r\n")
                talk = self._tls.wrap_socket(talk, server_side=True)
                is_encrypted, line = True, talk.makefile("rwb", buffering=0)
            elif word == b"AUTH":
                is_in = base64.b64decode(asked.split()[2]) == f"\0{USER}\0{PASSWORD}".encode()
                line.write(b"235 welcome\r\n" if is_in else b"535 5.7.8 wrong name or password\r\n")
            elif word in (b"MAIL", b"RCPT"):
                line.write(b"250 ok\r\n" if is_in else b"530 5.7.0 log in first\r\n")
            elif word == b"DATA":
                self._take(talk, line)
            elif word == b"QUIT":
                line.write(b"221 bye\r\n")
                return talk.close()
            else:
                line.write(b"502 what is that\r\n")
        return talk.close()


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("post"))


@pytest.fixture
def trusted(pem, monkeypatch):
    """Trust the certificate and resolve its name to this machine."""
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    found = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *more, **named: found("127.0.0.1" if host == HOST else host, *more, **named),
    )


@pytest.fixture
def through(services, pem):
    """Function that sets such a mail server, with this name and password."""
    opened = []

    def through(security, host=HOST, user=USER, password=PASSWORD):
        server = Guarded(security, pem)
        opened.append(server)
        services.post = mail.DeliverySettings(
            "https://caracole.example",
            mail.SmtpServer(host, server.port, security, "caracole@example.org", user, password),
        )
        return server

    yield through
    for server in opened:
        server.close()


def sent_off(services):
    """Row of one mail after the worker has run."""
    put(services)
    sweep(services)
    [row] = sending(services)
    return row


SAFE = pytest.mark.parametrize("security", ["starttls", "tls"])


@SAFE
def test_mail_goes_out_encrypted_after_a_log_in(services, through, trusted, security):
    server = through(security)
    assert (sent_off(services).state, len(server.mails())) == ("sent", 1)
    [proof] = [line for line, _ in server.lines if line.startswith(b"AUTH")]
    assert base64.b64decode(proof.split()[2]) == f"\0{USER}\0{PASSWORD}".encode()
    clear = [line.split()[0] for line, is_encrypted in server.lines if not is_encrypted]
    assert clear == ([b"ehlo", b"STARTTLS"] if security == "starttls" else [])


@SAFE
def test_without_a_user_name_there_is_no_log_in_and_the_server_refuses(
    services, through, trusted, security
):
    server = through(security, user="")
    row = sent_off(services)
    assert (row.state, row.why) == ("dead", "530 5.7.0 log in first") and server.mails() == []
    assert not any(line.startswith(b"AUTH") for line, _ in server.lines)


@SAFE
def test_an_untrusted_certificate_is_refused_before_any_command(
    services, through, trusted, monkeypatch, security
):
    monkeypatch.delenv("SSL_CERT_FILE")
    server = through(security)
    row = sent_off(services)
    assert (
        row.state == "waiting"
        and "CERTIFICATE_VERIFY_FAILED" in row.why
        and "self-signed" in row.why
    )
    assert server.mails() == [] and not any(is_encrypted for _, is_encrypted in server.lines)


@SAFE
def test_a_trusted_certificate_of_another_name_is_refused_too(services, through, trusted, security):
    server = through(security, host="localhost")
    row = sent_off(services)
    assert row.state == "waiting" and "Hostname mismatch" in row.why and server.mails() == []


def test_a_server_without_tls_gets_neither_mail_nor_password(services, through, trusted):
    """An attacker who removes the offer of STARTTLS gets neither mail nor password."""
    server = through("starttls")
    server.security = "never"
    row = sent_off(services)
    assert row.state == "waiting" and "STARTTLS" in row.why
    assert server.mails() == [] and {line.split()[0] for line, _ in server.lines} == {b"ehlo"}


@SAFE
def test_the_failure_names_a_wrong_password_without_printing_it(
    services, through, trusted, security
):
    """The administrator may correct it meanwhile, so the mail is retried before it is given up."""
    server = through(security, password="an old password")
    row = sent_off(services)
    assert row.state == "waiting" and "535" in row.why and "wrong name or password" in row.why
    for secret in (
        "an old password",
        base64.b64encode(f"\0{USER}\0an old password".encode()).decode(),
    ):
        assert secret not in row.why
    assert not any(line.upper().startswith((b"MAIL", b"DATA")) for line, _ in server.lines)
    services.post = msgspec.structs.replace(
        services.post, smtp=msgspec.structs.replace(services.post.smtp, password=PASSWORD)
    )
    make_due(services)
    sweep(services)
    assert [row.state for row in sending(services)] == ["sent"] and len(server.mails()) == 1


def test_a_password_that_stays_wrong_is_given_up(services, through, trusted):
    through("tls", password="an old password")
    put(services)
    for _ in range(TRIES):
        make_due(services)
        sweep(services)
    [row] = sending(services)
    assert row.state == "dead" and "535" in row.why


def test_a_server_without_log_in_is_a_failure(services, through, trusted):
    server = through("tls")
    server.offers = []
    row = sent_off(services)
    assert row.state == "waiting" and "AUTH" in row.why and server.mails() == []


def test_a_title_of_several_lines_is_one_subject(services, through, trusted):
    """A title by a user adds no header to a mail."""
    server = through("tls")
    title = "Our evening\r\nBcc: everybody@example.org\r\n\r\nCome all"
    put(
        services,
        message=Message("hello", say("Hello {who}", "Hola {who}", who=title), (), "/open-game/7"),
    )
    sweep(services)
    [got] = server.mails()
    assert (
        got["subject"] == "Hello Our evening Bcc: everybody@example.org Come all"
        and got["bcc"] is None
    )
    assert [line for line, _ in server.lines if line.upper().startswith(b"RCPT")] == [
        b"rcpt TO:<ana@example.org>"
    ]


def test_the_settings_reach_the_mail_server(services, through, trusted):
    server = through("starttls")
    given = Settings(
        database_url="sqlite:///never/opened.db",
        smtp_host=HOST,
        smtp_port=server.port,
        smtp_user=USER,
        smtp_password=PASSWORD,
    )
    services.post = msgspec.structs.replace(services.post, smtp=smtp_of(given))
    assert (sent_off(services).state, len(server.mails())) == ("sent", 1)
