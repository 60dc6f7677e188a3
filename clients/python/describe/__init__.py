"""What people look fields up in, made of the protos and their comments; not in the package."""
