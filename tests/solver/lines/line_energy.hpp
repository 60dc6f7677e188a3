/// @file The energy of scenes with lines.
#pragma once

#include "tests/support/simulations.hpp"

namespace raftup::testing {

/// Kinetic and potential energy of bodies and lines [J].
inline double total_energy(solver::Simulation& simulation) {
  return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
}

/// Takes steps, and returns the largest growth of the energy above its least value so far [J].
inline double energy_growth(solver::Simulation& simulation, int steps) {
  double least = total_energy(simulation), growth = 0.0;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const double now = total_energy(simulation);
    growth = std::max(growth, now - least);
    least = std::min(least, now);
  }
  return growth;
}

}  // namespace raftup::testing
