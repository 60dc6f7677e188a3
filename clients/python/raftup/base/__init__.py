"""What everything else stands on: errors, documents and their fields, files, small conventions."""
