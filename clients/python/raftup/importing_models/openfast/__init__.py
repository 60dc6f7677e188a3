"""OpenFAST: platforms of ElastoDyn and HydroDyn, SeaState, MoorDyn."""
