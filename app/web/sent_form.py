"""Form of an order as the address of the page holds it."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import QueryParams

from app.kernel.form import Field
from app.web.order_form import is_in_form


class SentForm:
    """Fields of a form as last sent."""

    query: QueryParams

    def field_value(self, name: str, usual: str = "") -> str:
        """Text of a field."""
        return self.query.get(name, usual)

    def chosen_value(self, ask: Field) -> str:
        """Choice of a list; the usual one if it was not sent or no longer fits."""
        value = self.query.get(ask.name, ask.usual)
        allowed = {choice.value for choice in ask.choices if not choice.no}
        return value if value in allowed or not value else ask.usual

    def is_settled_ahead(self, asks: Sequence[Field]) -> bool:
        """Return True if one of the fields was answered."""
        return any(self.query.get(ask.name) for ask in asks)

    def is_ticked(self, ask: Field, value: str) -> bool:
        """Return True if a checkbox is ticked. In a new form the usual ones are ticked, or all,
        unless the field is optional.
        """
        if ask.usual and not is_in_form(ask, self.query):
            return value in ask.usual_value
        if "offer" not in self.query:
            return not ask.is_optional
        return value in self.query.getlist(ask.name)
