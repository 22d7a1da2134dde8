"""Deployment plans on the page, in the API, and while the other side deploys."""

from __future__ import annotations

from html import unescape

import pytest

from app.games.heart_of_africa.orders import Deploy, PlanDeployment, RecallDeployment
from app.kernel import record
from app.kernel.refusal import Refused
from app.kernel.table_orders import TakeBack
from app.services.play import game_export, orders, routine_orders
from app.services.watch import game_view
from tests.drivers.page_reader import HtmlPageReader
from tests.games.heart_of_africa.encounter import encounter
from tests.web.reading import forms_on


class Table:
    """Two players of an Encounter at the deployment: `first` is asked, `other` is not."""

    def __init__(self, app, visitor):
        people = [visitor().register(name) for name in ("Ana", "Bru")]
        self.services = app.state.services
        self.path = encounter(self.services, "Ana", "Bru")
        self.address = self.path.rpartition("/")[2]
        asked = [bool(self.view(number + 1).decisions) for number in (0, 1)]
        self.first, self.other = (1, 2) if asked[0] else (2, 1)
        self.people = dict(enumerate(people, 1))

    def view(self, user):
        return game_view.load_view(self.services, self.address, user)

    def gives(self, user, order):
        look = self.view(user)
        return orders.declare_order(
            self.services, self.address, user, f"t{user}-{look.last}", look.last, order
        )

    def sheet(self, user):
        return next(
            offer.order
            for offer in self.view(user).offers
            if isinstance(offer.order, PlanDeployment) and offer.asks
        )

    def plan_of(self, user):
        look = self.view(user)
        plans = look.view.battle.plans.get(look.view.side)
        return plans.deployment if plans else None

    def deploys_by_hand(self, user):
        """The first unit of a side, at its usual place."""
        usual = self.sheet(user)
        who = usual.order[0]
        return self.gives(user, Deploy(who, to=usual.to[who], shape="line"))


@pytest.fixture
def table(app, visitor) -> Table:
    return Table(app, visitor)


def test_the_head_of_the_page_names_the_people_of_each_side(table):
    page = table.people[1].get(table.path).text
    head = page.partition('id="state"')[2].partition("</div>")[0]
    assert "Zanzibaris" in head and "Side A" not in head


def test_a_plan_out_of_turn_makes_no_move_and_counts_from_the_next_one(table):
    last = table.view(table.other).last
    played = table.gives(table.other, table.sheet(table.other))
    assert played.kept
    assert table.view(table.first).last == last
    assert table.plan_of(table.other) is not None  # shown to its player at once
    assert table.plan_of(table.first) is None

    table.deploys_by_hand(table.first)
    look = table.view(table.first)
    assert look.last == last + 1
    assert look.decisions  # the other side has answered by its plan
    down = {man.unit for man in look.view.battle.figures.values() if man.side != look.view.side}
    assert len(down) == 1

    table.gives(table.first, table.sheet(table.first))
    assert table.view(table.first).view.battle.turn == 1  # two visits and one


def test_a_kept_plan_is_changed_and_withdrawn(table):
    usual = table.sheet(table.other)
    table.gives(table.other, usual)
    table.gives(table.other, PlanDeployment({usual.order[0]: usual.to[usual.order[0]]}))
    assert len(table.plan_of(table.other).stations) == 1
    table.gives(table.other, RecallDeployment())
    assert table.plan_of(table.other) is None
    with pytest.raises(Refused):
        table.gives(table.other, RecallDeployment())
    with pytest.raises(Refused):
        table.gives(table.other, PlanDeployment({usual.order[0]: (1.0, 20.0)}))


def test_a_plan_on_record_is_withdrawn_out_of_turn(table):
    table.gives(table.first, table.sheet(table.first))
    assert not table.view(table.first).decisions
    assert table.gives(table.first, RecallDeployment()).kept
    assert table.plan_of(table.first) is None
    table.deploys_by_hand(table.other)
    assert table.view(table.first).decisions  # asked again, the plan is gone


def test_undo_brings_a_recorded_plan_back_to_its_player(table):
    table.gives(table.other, PlanDeployment(order=(), rest="house"))
    table.gives(table.first, PlanDeployment(order=(), rest="house"))
    assert table.view(table.first).view.battle.turn == 1
    with pytest.raises(Refused):  # the deployment of the other side has been revealed
        table.gives(table.first, TakeBack())


def test_a_unit_deployed_by_hand_is_taken_back_and_the_plan_counts_again(table):
    table.gives(table.first, table.sheet(table.first))
    table.gives(table.first, TakeBack())
    assert table.plan_of(table.first) is None
    assert table.view(table.first).decisions


def test_the_rest_is_left_to_the_server_in_one_visit(table):
    for user in (table.first, table.other):
        routine_orders.leave_to_server(table.services, table.address, user, "deployment")
    assert table.view(1).view.battle.turn == 1


def test_the_file_of_a_game_with_plans_is_read_again(table):
    table.gives(table.other, table.sheet(table.other))
    table.deploys_by_hand(table.first)
    table.gives(table.first, table.sheet(table.first))
    with table.services.store.read() as work:
        game = work.games.find_game(table.address)
        data = game_export.game_file(work, game, unfinished=True)
    file = game_export.read_file(data)
    assert game_export.errors_of_file(file, table.view(1).box) == []


# ------------------------------------------------------------------------- the page
def text_of(reader, path):
    reader.visit(path)
    return unescape(reader.text)


def plan_form(text):
    return next(
        form
        for form in forms_on(text)
        if form.method == "get" and any(name.startswith("to:") for name in form.fields)
    )


def test_the_whole_plan_is_typed_and_confirmed_in_words(table):
    reader = HtmlPageReader(table.people[table.first])
    page = text_of(reader, f"{table.path}/text")
    number = next(
        index
        for index, offer in enumerate(table.view(table.first).offers)
        if isinstance(offer.order, PlanDeployment) and offer.asks
    )
    assert f"offer={number}" in page
    page = text_of(reader, f"{table.path}/text?offer={number}")
    form = plan_form(page)
    units = [name.partition(":")[2] for name in form.fields if name.startswith("to:")]
    assert len(units) > 8
    # a fault: Confirm waits, and nothing typed is lost
    reader.listen(reader.visitor.send(form, **{f"to:{units[1]}": "5.5, 20"}))
    page = unescape(reader.text)
    assert "figures lie outside the zone" in page or "advanced guard" in page.lower()
    assert plan_form(page).fields[f"to:{units[1]}"] == "5.5, 20"
    # the same plan without it
    reader.listen(reader.visitor.send(form))
    confirm = next(
        one for one in forms_on(reader.text) if "plan_deployment" in str(one.fields.get("order"))
    )
    reader.visitor.give(confirm)
    assert table.plan_of(table.first) is not None
    assert "Deployment plan." in text_of(reader, f"{table.path}/text")
    assert "Deployment plan." not in text_of(
        HtmlPageReader(table.people[table.other]), f"{table.path}/text"
    )


def test_the_player_who_waits_finds_the_plan_too(table):
    reader = HtmlPageReader(table.people[table.other])
    assert "Plan the deployment of your whole army" in text_of(reader, table.path)
    table.gives(table.other, table.sheet(table.other))
    page = text_of(reader, table.path)
    assert "Change the deployment plan" in page
    assert "is-ghost" in page
    assert "is-ghost" not in text_of(HtmlPageReader(table.people[table.first]), table.path)


def test_a_refused_plan_is_shown_again_with_its_form(table):
    person = table.people[table.first]
    usual = table.sheet(table.first)
    who = usual.order[0]
    order = record.to_json(
        PlanDeployment(dict(usual.to) | {who: (5.0, 24.0)}, order=usual.order, how=usual.how)
    )
    look = table.view(table.first)
    answer = person.post(
        f"{table.path}/steps/deployment", order=order, command="fault", after=look.last
    )
    assert answer.status_code == 422
    assert plan_form(unescape(answer.text)).fields[f"to:{who}"] == "5, 24"
