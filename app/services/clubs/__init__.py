"""Clubs: founding, members, roles as sets of permissions, ways in, and the log of acts."""
