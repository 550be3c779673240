"""What each message does: a file an activity, every step pure."""
