// What a program of somebody else's looks like: a body of 1 kg falls for one second.
#include <cmath>
#include <cstdio>

#include "solver/simulation/run/simulation.hpp"

int main() {
  raftup::solver::RigidBody body;
  body.name = "stone";
  body.mass = 1.0;
  body.inertia = raftup::Matrix3::Identity();

  raftup::solver::Model model;
  model.gravity = 9.81;
  model.bodies = {body};
  model.step_ns = 10'000'000;

  raftup::solver::Simulation simulation(model);
  for (int step = 0; step < 100; ++step) simulation.step();

  const double z = simulation.state().bodies[0].position.z();
  std::printf("fallen to %.6f m\n", z);
  return std::abs(z + 9.81 / 2) < 1e-9 ? 0 : 1;
}
