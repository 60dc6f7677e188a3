"""Studies: many cases of a model, and what is made of them."""
