"""The console: its gateway, and its front end in a browser."""
