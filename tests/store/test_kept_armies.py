"""Saved armies in the database: stored as given, found by id and token, deleted with their
owner.
"""

import pytest

from app.store.transactions import Store

FORM = {"units": [{"spearman": 12, "archer": 8}], "name": "Ñ", "list": "x"}


def person(work, name):
    return work.users.add_user(
        name=name,
        name_key=name,
        password=None,
        is_guest=True,
        is_bot=False,
        language="en",
        theme="auto",
        palette="classic",
        created="2024-01-01T00:00:00.000Z",
    )


def army(work, user_id, token, **more):
    values = {
        "box": "tiny",
        "name": "One",
        "form": FORM,
        "sharing": "own",
        "opens_at": None,
        "data_version": "v1",
        "created": "2024-01-01T00:00:00.000Z",
        "changed": "2024-01-01T00:00:00.000Z",
        **more,
    }
    return work.armies.add_army(token=token, user_id=user_id, **values)


@pytest.fixture
def store(database_url):
    store = Store(database_url)
    yield store
    store.close()


def test_an_army_is_kept_changed_and_deleted(store):
    with store.write() as work:
        me = person(work, "ines")
        number = army(work, me, "token-1")
        work.commit()
    with store.read() as work:
        found = work.armies.find_army(number)
        assert (found.form, found.by, found.sharing) == (FORM, "ines", "own")
        assert list(found.form["units"][0]) == ["spearman", "archer"]
        assert (
            work.armies.find_army("token-1") == found
            and work.armies.find_army("token-2") is None
            and work.armies.find_army(number + 1) is None
        )
    with store.write() as work:
        work.armies.update_army(
            number, form={"units": []}, name="Two", changed="2024-02-01T00:00:00.000Z"
        )
        assert (work.armies.find_army(number).name, work.armies.find_army(number).form) == (
            "Two",
            {"units": []},
        )
        work.armies.delete_army(number)
        assert work.armies.find_army(number) is None


def test_lists_show_the_last_changed_army_first_and_only_public_ones_to_others(store):
    with store.write() as work:
        me, other = person(work, "ines"), person(work, "theo")
        old = army(work, me, "a", changed="2024-01-02T00:00:00.000Z")
        new = army(work, me, "b", changed="2024-01-03T00:00:00.000Z", sharing="public")
        army(work, other, "c", sharing="link")
        army(work, other, "d", sharing="later", opens_at="2024-01-01T00:00:00.000Z")
        assert [one.id for one in work.armies.of_user(me)] == [new, old]
        assert [one.id for one in work.armies.public_armies(10)] == [new]
        assert work.armies.public_armies(0) == []


def test_an_army_goes_with_its_owner(store):
    with store.write() as work:
        me = person(work, "ines")
        number = army(work, me, "a")
        work.users.delete_user(me)
        assert work.armies.find_army(number) is None
