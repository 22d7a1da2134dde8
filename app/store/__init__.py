"""The database: the only SQLAlchemy in the house. SQLite and Postgres give the same rows and the
same bytes.
"""
