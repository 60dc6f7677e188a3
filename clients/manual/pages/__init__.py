"""Pages of the manual that are made from the schemas, commands, findings and examples."""
