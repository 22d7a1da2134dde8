"""Registration, log-in, and a guest who keeps the seat."""

from __future__ import annotations


def test_registering_logs_in(visitor):
    maite = visitor().register("Maite")
    assert "Maite" in maite.get("/account").text


def test_names_are_unique_without_regard_to_case(visitor):
    visitor().register("Maite")
    answer = visitor("es").post("/register", name="MAITE", password="another long sentence")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_wrong_password_keeps_the_name_in_the_form(visitor):
    visitor().register("Maite")
    answer = visitor().post("/login", name="Maite", password="something else")
    assert answer.status_code == 422 and 'value="Maite"' in answer.text


def test_a_guest_plays_at_once_and_keeps_the_seat_by_registering(visitor):
    guest = visitor()
    game = guest.post("/play-now").headers["location"]
    assert guest.get(game).status_code == 200
    guest.register("Íñigo")
    assert game in guest.get("/my-games").text


def test_the_log_in_that_a_browser_had_ends_with_the_next_one(visitor):
    user, again = visitor(), visitor()
    user.post("/play-now")
    guests = user.client.cookies["caracole"]
    user.register("Maite")
    first = user.client.cookies["caracole"]
    user.post("/login", name="Maite", password="a long enough sentence")
    assert user.get("/account").status_code == 200
    for token in (guests, first):
        again.client.cookies.set("caracole", token)
        assert again.get("/account").status_code == 403
    assert user.post("/logout").headers["clear-site-data"] == '"cache"'


def test_log_out_everywhere_ends_the_other_browser_too(visitor):
    one, other = visitor().register("Maite"), visitor()
    other.post("/login", name="Maite", password="a long enough sentence")
    assert other.get("/account").status_code == 200
    assert (
        one.post("/account/sessions", everywhere="1").status_code == 422
    )  # not without the password
    assert (
        one.post("/account/sessions", everywhere="1", password="a long enough sentence").headers[
            "location"
        ]
        == "/"
    )
    assert one.get("/account").status_code == 403
    assert other.get("/account").status_code == 403
