"""Client side of the gRPC service: sessions and their streams, databases, linear equations."""
