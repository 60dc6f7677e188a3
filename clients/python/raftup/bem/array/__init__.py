"""Arrays of hulls, solved by the waves between them; docs/hydro/arrays.md describes the method."""
