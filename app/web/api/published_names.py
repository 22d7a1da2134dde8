"""Names of schemas and fields in the API that differ from the names of their classes and fields.

Clients carry these names in their code, so a renamed class or field keeps its published name.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.kernel import army_form, clock_terms
from app.kernel.conditional_orders import Topic
from app.kernel.form import EditableShape
from app.kernel.game_setup import Thing
from app.kernel.position import PositionInWords
from app.services.notify import notification_preferences
from app.services.notify.digest import Digest
from app.services.play import conditional_orders, sandbox_plan, seat_substitution
from app.services.time import availability, viewer_clocks
from app.services.watch.game_view import LogEntry, Milestone

PUBLISHED_NAMES: Mapping[type, str] = {
    army_form.Act: "ArmyAct",
    army_form.Builder: "ArmyPage",
    army_form.Note: "ArmyNote",
    army_form.Row: "ArmyRow",
    army_form.Section: "ArmySection",
    army_form.Sum: "ArmySum",
    availability.PlayingHours: "Hours",
    clock_terms.Terms: "ClockTerms",
    conditional_orders.ConditionalDryRun: "StandingTrial",
    conditional_orders.TopicAnswer: "StandingOrder",
    Digest: "News",
    EditableShape: "Grip",
    LogEntry: "Move",
    Milestone: "Moment",
    notification_preferences.DeliveryEntry: "Sent",
    notification_preferences.NotificationChoice: "NoticeChoice",
    notification_preferences.NotificationsPage: "Notices",
    PositionInWords: "Summary",
    sandbox_plan.PlannedOrder: "Planned",
    seat_substitution.OfferedSeat: "Offered",
    seat_substitution.PastHolder: "Held",
    seat_substitution.SeatSubstitutions: "Hands",
    Topic: "StandingTopic",
    viewer_clocks.ClocksForViewer: "OnTheClock",
}

PUBLISHED_FIELDS: Mapping[tuple[type, str], str] = {
    (notification_preferences.NotificationsPage, "targets"): "receivers",
    (Thing, "editable_shape"): "grip",
}


def published_name(kind: type) -> str:
    """Name of the schema of a class in the OpenAPI document."""
    return PUBLISHED_NAMES.get(kind, kind.__name__)


def published_field(kind: type, name: str) -> str:
    """Name in the API of a field of a class."""
    return PUBLISHED_FIELDS.get((kind, name), name)
