"""Other programs as participants of a session, each in a process of its own."""
