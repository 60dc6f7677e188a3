"""OrcaFlex: text data files."""
