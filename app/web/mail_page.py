"""HTML version of a mail: the same text with links."""

from __future__ import annotations

from app.services.notify.delivery_channels import OutgoingMessage
from app.web import pages


def mail_in_html(parcel: OutgoingMessage) -> str:
    paragraphs = [
        paragraph.split("\n") for paragraph in parcel.text.split("\n\n") if paragraph.strip()
    ]
    return (
        pages.jinja_env(parcel.language)
        .get_template("mail/notice.html")
        .render(parcel=parcel, paragraphs=paragraphs)
    )
