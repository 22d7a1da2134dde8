"""Notifications: change notifier, outbox, delivery channels, digests and feeds."""
