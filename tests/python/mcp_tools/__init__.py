"""The server of the Model Context Protocol, by the client of the protocol's own package."""
