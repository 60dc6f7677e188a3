/// @file A step of a line (solver/loads/rods): one solution with the energy check, condensed into a
/// body of six dofs at its first end, the last end held by the world; from 20 to 100 elements:
///   rope    without bending stiffness
///   rod     with it, compression carried
///   bottom  a rope that lies on the bottom with half of its length, with friction
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <array>
#include <memory>

#include "solver/loads/rods/bottom_contact.hpp"
#include "solver/loads/rods/held_step.hpp"
#include "solver/loads/rods/rod_statics.hpp"
#include "tests/solver/rods/dry_rod.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver::rods;
using testing::dry_masses;
using testing::weights;

constexpr double kStep = 0.05;  ///< [s]

/// A chain of 900 m from a body of 1e6 kg down to an anchor in 250 m.
struct Mooring {
  DiscreteRod rod;
  RodState state;
  std::vector<NodeMass> mass;
  std::vector<Vector3> force, end;
  PlaneBottom bottom{{0, 0, -250}, {0, 0, 1}};
  BottomContact contact;
  NodeTerms terms;
  HeldStep step;
  RodState after;

  Mooring(std::size_t elements, double bending, bool lies)
      : rod(std::vector<Element>(elements, element(900.0 / static_cast<double>(elements), bending)),
            {}, {}),
        state(RodState::at_rest(rod.straight({0, 0, 0}, {lies ? 830.0 : 800.0, 0, -250}))),
        mass(dry_masses(rod)),
        force(weights(rod)),
        end(state.position),
        contact(rod, bottom, {1e5, 1e4, 0.6}),
        step(rod) {
    if (lies) terms = {&contact};
    bring_to_rest(rod, {end, force, mass, terms, nullptr}, state);
  }

  static Element element(double length, double bending) {
    Element element;
    element.length = length;
    element.axial_stiffness = 8e8;
    element.mass = 200.0;
    element.weight = 1700.0;
    element.bending_stiffness = bending;
    element.carries_compression = bending > 0.0;
    element.diameter = 0.1;
    return element;
  }

  double advance() {
    std::array<Vector3, 2> velocities{Vector3::Zero(), Vector3::Zero()};
    step.begin(state, {end, force, mass, terms, nullptr}, velocities, kStep);
    Eigen::Matrix<double, 3, 6> J;
    J << 1, 0, 0, 0, 3, -2, 0, 1, 0, -3, 0, 1, 0, 0, 1, 2, -1, 0;
    Matrix6 W = 1e6 * Matrix6::Identity();
    W.noalias() += 0.5 * kStep * J.transpose() * step.damping().topLeftCorner<3, 3>() * J;
    const Vector6 impulse = kStep * J.transpose() * step.forces(velocities)[0];
    const Vector6 change = W.llt().solve(impulse);
    velocities[0] = 0.5 * J * change;
    after = state;
    return step.finish(velocities, after)[0].x();
  }
};

void run(benchmark::State& state, double bending, bool lies) {
  Mooring mooring(static_cast<std::size_t>(state.range(0)), bending, lies);
  for (auto _ : state) benchmark::DoNotOptimize(mooring.advance());
}

void rope(benchmark::State& state) { run(state, 0.0, false); }
void rod(benchmark::State& state) { run(state, 1e6, false); }
void bottom(benchmark::State& state) { run(state, 0.0, true); }

BENCHMARK(rope)->Arg(20)->Arg(50)->Arg(100);
BENCHMARK(rod)->Arg(20)->Arg(50)->Arg(100);
BENCHMARK(bottom)->Arg(20)->Arg(50)->Arg(100);

}  // namespace

BENCHMARK_MAIN();
