/// @file Whole steps of jointed and of coupled bodies:
///   chain  n links of 1 m on hinges, hanging from the world, let go from the horizontal; counter
///          gap_m = largest distance between the two ends that a hinge holds together
///   dense  n bodies coupled all with all by added mass, headings turning
///   rm3    float and spar on a damped slide, radiation memory, calm water
#include <benchmark/benchmark.h>

#include "hydro/database/readers/read_database.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using namespace raftup;
using namespace raftup::testing;
using solver::StepperKind;

constexpr double kLength = 1.0;  // m, of a link

solver::Model chain(int links, StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.stepper = stepper;
  for (int i = 0; i < links; ++i) {
    const double start = kLength * i;
    solver::RigidBody link = weightless_body("link" + std::to_string(i), 10.0, {0.1, 0.9, 0.9},
                                             Vector3(start + 0.5 * kLength, 0.0, 0.0));
    link.gravity = true;
    model.bodies.push_back(link);
    solver::Joint hinge;
    hinge.name = "hinge" + std::to_string(i);
    hinge.type = solver::JointType::kHinge;
    hinge.body1 = link.name;
    if (i > 0) hinge.body2 = "link" + std::to_string(i - 1);
    hinge.position = {start, 0.0, 0.0};
    hinge.axis = Vector3::UnitY();
    model.joints.push_back(hinge);
  }
  return model;
}

double largest_gap(const solver::State& state) {
  Vector3 end = Vector3::Zero();
  double gap = 0.0;
  for (const solver::BodyState& link : state.bodies) {
    const Vector3 half = link.attitude * Vector3(0.5 * kLength, 0.0, 0.0);
    gap = std::max(gap, (link.position - half - end).norm());
    end = link.position + half;
  }
  return gap;
}

/// Steps the first two seconds of the fall over and over.
void fall(benchmark::State& run, StepperKind stepper) {
  constexpr std::int64_t kSteps = 200;
  solver::Simulation simulation(chain(static_cast<int>(run.range(0)), stepper));
  double gap = 0.0;
  for (auto _ : run) {
    simulation.step();
    if (simulation.state().step_index < kSteps) continue;
    run.PauseTiming();
    gap = std::max(gap, largest_gap(simulation.state()));
    simulation.reset();
    run.ResumeTiming();
  }
  while (simulation.state().step_index < kSteps) simulation.step();
  run.counters["gap_m"] = std::max(gap, largest_gap(simulation.state()));
}

solver::Model coupled_bodies(int count) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  for (int i = 0; i < count; ++i) {
    solver::RigidBody body = weightless_body("body" + std::to_string(i), 1.0e5, {1e6, 2e6, 3e6},
                                             Vector3(20.0 * i, 0.0, 0.0));
    body.angular_velocity = {0.01, 0.02, 0.05 + 0.001 * i};
    body.linear_velocity = {0.5, 0.1 * (i % 3), 0.0};
    model.bodies.push_back(body);
  }
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      solver::AddedMassInteraction pair;
      pair.name = "pair" + std::to_string(i) + "_" + std::to_string(j);
      pair.body1 = model.bodies[static_cast<std::size_t>(i)].name;
      pair.body2 = model.bodies[static_cast<std::size_t>(j)].name;
      const double part = 1.0 / (count - 1.0);  // of a body's own added mass, per partner
      Vector6 own;
      own << 2e4, 8e4, 1e5, 5e5, 1e6, 1e6;
      pair.blocks.body1 = pair.blocks.body2 = part * Matrix6(own.asDiagonal());
      const double distance = j - i;
      pair.blocks.off_diagonal = -0.2 * part / distance * Matrix6(own.asDiagonal());
      model.added_mass_interactions.push_back(pair);
    }
  }
  return model;
}

void dense(benchmark::State& run) {
  solver::Simulation simulation(coupled_bodies(static_cast<int>(run.range(0))));
  for (auto _ : run) simulation.step();
}

void rm3(benchmark::State& run) {
  const auto file = reference_data("bemio/rm3.h5");
  if (!file) return run.SkipWithError("reference data not found: bemio/rm3.h5");
  solver::Model model = floating_model(std::make_shared<hydro::Database>(hydro::read_bemio(*file)),
                                       {Vector3::Ones()}, 0.01);
  solver::RigidBody &float_body = model.bodies[0], &spar = model.bodies[1];
  float_body.mass = 725834.0;
  float_body.inertia = Vector3(20907301.0, 21306090.66, 37085481.11).asDiagonal();
  float_body.pose.position.z() += 1.0;
  spar.mass = 886691.0;
  spar.inertia = Vector3(94419614.57, 94407091.24, 28542224.82).asDiagonal();
  spar.free = {true, false, true, false, true, false};
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = spar.name;
  slide.body2 = float_body.name;
  slide.drives.push_back({0, solver::SpringDamper{0.0, 1.2e6, 0.0}});
  model.joints.push_back(slide);
  solver::Simulation simulation(std::move(model));
  for (auto _ : run) simulation.step();
}

void chain_rk4(benchmark::State& run) { fall(run, StepperKind::kRungeKutta4); }
void chain_spook(benchmark::State& run) { fall(run, StepperKind::kSpook); }

BENCHMARK(chain_rk4)->Name("step_us/chain_rk4")->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(chain_spook)
    ->Name("step_us/chain_spook")
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(dense)->Name("step_us/dense")->Arg(2)->Arg(10)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(rm3)->Name("rm3_step_us")->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
