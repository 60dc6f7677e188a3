/// @file The bytes of a solver state whose checksum is right, as one who forges a checkpoint would
/// send them. Input: one byte for the simulation, then the content. It is refused, or the same
/// bytes come out again; a simulation refuses it, or goes on from it or says why not.
#include <xxhash.h>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;

namespace {

constexpr std::size_t kChecksumBytes = 8;
constexpr int kStepCount = 3;

solver::Model floating(hydro::RadiationForm form) {
  const auto database = std::make_shared<const hydro::Database>(
      hydro::read_bemio(testing::own_data() / "hemisphere.h5"));
  solver::Model model = testing::floating_model(database, {Vector3(2.0, 2.0, 2.0)}, 0.05);
  model.hydrodynamics[0].radiation.form = form;
  return model;
}

/// A door on a hinge to the world with a motor, and a client's force on it.
solver::Model door() {
  solver::Model model;
  model.step_ns = testing::nanoseconds(0.01);
  model.bodies = {testing::weightless_body("door", 10.0, Vector3::Ones(), Vector3::UnitX())};
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "door";
  model.joints = {hinge};
  model.stepper = solver::StepperKind::kSpook;
  return model;
}

/// A box and a ball on the ground, with residuals of their contacts.
solver::Model touching() {
  solver::Model model = testing::stone_model(0.5, 0.3, 0.01);
  model.contact_readers[0].residual = true;
  testing::add_ground(model, solver::Plane{});
  testing::add_solid(model, "box", solver::Box{{1.0, 0.8, 0.4}}, 10.0, {{0.0, 0.0, 0.2}});
  testing::add_solid(model, "ball", solver::Sphere{0.2}, 5.0, {{0.1, 0.0, 0.6}});
  return model;
}

std::vector<solver::Simulation>& simulations() {
  static std::vector<solver::Simulation> all = [] {
    std::vector<solver::Simulation> made;
    made.emplace_back(floating(hydro::RadiationForm::kConvolution));
    made.emplace_back(floating(hydro::RadiationForm::kStateSpace));
    made.emplace_back(door());
    made.emplace_back(floating(hydro::RadiationForm::kPartitioned));
    made.emplace_back(touching());
    return made;
  }();
  return all;
}

std::string sealed(std::string content) {
  std::uint64_t checksum = XXH64(content.data(), content.size(), 0);
  for (std::size_t i = 0; i < kChecksumBytes; ++i, checksum >>= 8U) {
    content.push_back(static_cast<char>(checksum & 0xffU));
  }
  return content;
}

void go_on_from(const solver::State& state, solver::Simulation& simulation) {
  const solver::State before = simulation.state();
  try {
    simulation.restore(state);
    for (int i = 0; i < kStepCount; ++i) simulation.step();
  } catch (const Error&) {
    // Refused or failed in words: whatever it was, the state before can be taken up again.
  }
  simulation.restore(before);
  testing::must_hold(identical(simulation.state(), before),
                     "a simulation goes back to a good state");
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t i = 0; i < simulations().size(); ++i) {
    solver::Simulation& simulation = simulations()[i];
    for (const int step_count : {0, 2}) {
      for (int n = 0; n < step_count; ++n) simulation.step();
      const std::string bytes = solver::serialize(simulation.state());
      seeds.push_back(static_cast<char>(i) + bytes.substr(0, bytes.size() - kChecksumBytes));
    }
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes = sealed(std::string(data + 1, data + size));
  try {
    const solver::State state = solver::deserialize(bytes);
    const std::string written = solver::serialize(state);
    testing::must_hold(
        written == bytes || written.size() < bytes.size(),
        "a state that is read is written as it was, in the first format that has it");
    go_on_from(state, simulations()[data[0] % simulations().size()]);
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
