"""What is said to a server: sessions and their streams, databases, linear equations."""
