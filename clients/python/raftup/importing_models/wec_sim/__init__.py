"""WEC-Sim: input files, which are MATLAB scripts, and Simulink files."""
