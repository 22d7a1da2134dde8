"""Database access; no other package imports SQLAlchemy. SQLite and Postgres give the same rows and
bytes.
"""
