"""Accounts of members, guests and bots; chats, notes, blocking and moderation."""
