"""A closed seat leaves the table with its side; the other seats stay."""

import pytest

from app.kernel.table import Table, with_seat
from app.kernel.table_orders import SeatClosed


@pytest.mark.parametrize("closed", ["seat-1", "seat-2", "seat-3"])
def test_only_the_closed_seat_and_its_side_leave(closed):
    seats = {"seat-1": "ash", "seat-2": "birch", "seat-3": "cedar"}
    table = with_seat(Table(seats=seats, opened=3), SeatClosed(closed))
    assert table.seats == {seat: side for seat, side in seats.items() if seat != closed}
    assert table.left == (seats[closed],) and table.opened == 3
