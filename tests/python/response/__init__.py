"""The frequency domain: linear equations of the server, and responses by them."""
