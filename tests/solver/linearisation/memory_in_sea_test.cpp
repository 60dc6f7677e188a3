/// @file Errors of radiation memories in the motions of a whole model.
#include "solver/linearisation/memory_in_sea.hpp"

#include "hydro/radiation/radiation_findings.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr Eigen::Index kSurge = 0, kHeave = 2;

/// Index of the filed frequency of the wave, below the resonance of heave.
constexpr Eigen::Index kOfWave = 20;

/// A half sphere that can only move in one dof, in a regular wave of a filed frequency, with a
/// memory that ends too early, and with a damper [N s/m].
solver::Model sphere_moving_in(Eigen::Index dof, double damping) {
  const auto database = std::make_shared<const hydro::Database>(hemisphere());
  solver::Model model = floating_model(database, {Vector3::Ones()}, 0.02);
  model.bodies[0].free.fill(false);
  model.bodies[0].free[static_cast<std::size_t>(dof)] = true;
  hydro::RadiationOptions& radiation = model.hydrodynamics[0].radiation;
  radiation.form = hydro::RadiationForm::kConvolution;
  radiation.kernel_duration = 1.0;
  const hydro::WaveComponent wave{
      .omega = database->omega[kOfWave], .amplitude = 1.0, .phase = 0.0, .direction = 0.0};
  model.sea = hydro::Sea({wave}, {model.water_depth, model.gravity, {}}, 0.0);
  model.loads.push_back(
      mooring("generator", "body1", Vector6::Zero(), damping * Vector6::Unit(dof)));
  return model;
}

/// |x| of the equation of motion of one dof by A and B of the file or of the memory of a simulation.
double motion(const solver::Model& model, Eigen::Index dof, double damping,
              const hydro::RadiationMemory* memory) {
  const hydro::Database& database = *model.hydrodynamics[0].database;
  const double omega = database.omega[kOfWave];
  const double A = memory != nullptr ? memory->added_mass(omega)(dof, dof)
                                     : database.added_mass[kOfWave](dof, dof);
  const double B = memory != nullptr ? memory->radiation_damping(omega)(dof, dof)
                                     : database.radiation_damping[kOfWave](dof, dof);
  const double C = database.bodies[0].hydrostatic_stiffness(dof, dof);
  const Complex X = database.excitation.values[0](dof, kOfWave);
  return std::abs(
      X / (C - omega * omega * (model.bodies[0].mass + A) + Complex(0.0, omega) * (B + damping)));
}

const Finding* far_finding(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.name == hydro::kFarFromFile) return &finding;
  }
  return nullptr;
}

solver::GroupMemories memory_of(const solver::Model& model) {
  hydro::RadiationReport report;
  return solver::make_memories(model.hydrodynamics[0], nullptr, 0.02, nullptr, report);
}

}  // namespace

TEST_CASE("memory in sea: the error is that of the equation of motion with its damper",
          "[linearisation][analytic]") {
  const Eigen::Index dof = GENERATE(kSurge, kHeave);
  for (const double damping : {0.0, 2.0e5, 2.0e6}) {
    const solver::Model model = sphere_moving_in(dof, damping);
    const solver::GroupMemories memory = memory_of(model);
    const auto errors = solver::memories_in_sea(model, {memory});
    REQUIRE(errors.size() == 1);
    const double by_file = motion(model, dof, damping, nullptr);
    const double by_memory = motion(model, dof, damping, memory.nodes.front().get());
    CHECK(errors[0].relative == Approx(std::abs(by_memory / by_file - 1.0)).epsilon(1e-6));
    CHECK(errors[0].dof == dof);
    CHECK(errors[0].omega == model.hydrodynamics[0].database->omega[kOfWave]);
  }
}

TEST_CASE("memory in sea: a generator that damps the motion ends the warning", "[linearisation]") {
  const auto judged = [](double damping) {
    return solver::Simulation(sphere_moving_in(kHeave, damping), nullptr, nullptr,
                              &solver::memories_in_sea);
  };
  const solver::Simulation free = judged(0.0), damped = judged(2.0e6);
  for (const solver::Simulation* simulation : {&free, &damped}) {
    REQUIRE(far_finding(simulation->findings()) != nullptr);
    CHECK_THAT(far_finding(simulation->findings())->message,
               Catch::Contains("with all of its loads and joints differs by"));
  }
  CHECK(far_finding(free.findings())->severity == Severity::kWarning);
  CHECK(free.radiation_reports()[0].error_sea > hydro::kSeaFarOff);
  CHECK(far_finding(damped.findings())->severity == Severity::kInfo);
  CHECK(damped.radiation_reports()[0].error_sea < hydro::kSeaFarOff);
  const solver::Simulation floating(sphere_moving_in(kHeave, 2.0e6));
  CHECK(far_finding(floating.findings())->severity == Severity::kWarning);
}

TEST_CASE("memory in sea: models without a sea keep the errors of freely floating bodies",
          "[linearisation][edge]") {
  solver::Model model = sphere_moving_in(kHeave, 2.0e6);
  model.sea.reset();
  CHECK(solver::memories_in_sea(model, {memory_of(model)}).empty());
  const solver::Simulation floating(model);
  const solver::Simulation judged(model, nullptr, nullptr, &solver::memories_in_sea);
  CHECK(judged.radiation_reports()[0].error_sea == floating.radiation_reports()[0].error_sea);
}
