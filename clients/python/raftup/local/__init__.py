"""What runs on this machine: programs that the package brings, a server of one's own, workers."""
