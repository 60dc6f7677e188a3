"""Programs on this machine: those that the package includes, a private server, workers."""
