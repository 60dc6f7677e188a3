/// @file Running simulations in tests, and their outputs by name.
#pragma once

#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

/// (force, moment), as outputs have them.
inline Vector6 wrench(const Vector3& force, const Vector3& moment) {
  Vector6 both;
  both << force, moment;
  return both;
}

inline std::size_t output_index(const solver::Simulation& simulation, const std::string& name) {
  for (std::size_t i = 0; i < simulation.outputs().size(); ++i) {
    if (simulation.outputs()[i].name == name) return i;
  }
  FAIL("no output is called " << name);
  return 0;
}

inline VectorXd read_output(solver::Simulation& simulation, const std::string& name) {
  const std::size_t index = output_index(simulation, name);
  VectorXd values(simulation.outputs()[index].size);
  simulation.read({&index, 1}, {values.data(), static_cast<std::size_t>(values.size())});
  return values;
}

/// The first number of an output.
inline double read_number(solver::Simulation& simulation, const std::string& name) {
  return read_output(simulation, name)[0];
}

inline void run(solver::Simulation& simulation, double duration) {
  const std::int64_t end_ns = simulation.time_ns() + nanoseconds(duration);
  while (simulation.time_ns() < end_ns) simulation.step();
}

}  // namespace raftup::testing
