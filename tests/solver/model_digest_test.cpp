#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/model.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

Model two_bodies_with_a_spring() {
  Model model;
  model.step_ns = 10'000'000;
  model.bodies.push_back(testing::weightless_body("a", 2.0, Vector3::Ones(), Vector3::Zero()));
  model.bodies.push_back(testing::weightless_body("b", 2.0, Vector3::Ones(), Vector3::UnitX()));
  PointSpring spring;
  spring.body1 = "a";
  spring.body2 = "b";
  spring.stiffness = 5.0;
  model.loads.push_back({"spring", spring});
  StreamedSpectrum spectrum;
  spectrum.omega = {0.5, 1.0};
  spectrum.directions = {1.5};
  model.inputs.push_back({"sea", spectrum});
  return model;
}

template <typename Kind>
Kind& first_load(Model& model) {
  return model.loads.front().kind.get<Kind>();
}

StreamedSpectrum& spectrum(Model& model) {
  return std::get<StreamedSpectrum>(model.inputs.front().kind);
}

}  // namespace

TEST_CASE("model digest: every part of a model counts, and where it stands", "[solver]") {
  const std::vector<std::function<void(Model&)>> changes{
      [](Model& m) { m.gravity += 1e-12; },
      [](Model& m) { m.step_ns += 1; },
      [](Model& m) { m.stepper = StepperKind::kRungeKutta4; },
      [](Model& m) { m.theta = 0.0; },
      [](Model& m) { m.statistics = StatisticsOptions{}; },
      [](Model& m) { m.bodies[0].mass = 3.0; },
      [](Model& m) { m.bodies[1].mass = 3.0; },
      [](Model& m) { std::swap(m.bodies[0], m.bodies[1]); },
      [](Model& m) { m.bodies[0].free[5] = false; },
      [](Model& m) { first_load<PointSpring>(m).rest_length = 0.0; },
      [](Model& m) { first_load<PointSpring>(m).tension_only = true; },
      [](Model& m) { m.loads.front().kind = LinearMooring{}; },
      // the numbers are the same, only the list that they stand in is another
      [](Model& m) {
        spectrum(m).omega = {0.5}, spectrum(m).directions = {1.0, 1.5};
      },
      [](Model& m) { m.inputs.push_back(m.inputs.front()); },
      [](Model& m) { m.inputs.clear(); },
  };
  const Model model = two_bodies_with_a_spring();
  CHECK(digest(model) == digest(two_bodies_with_a_spring()));
  std::set<std::uint64_t> digests{digest(model)};
  for (const auto& change : changes) {
    Model changed = model;
    change(changed);
    digests.insert(digest(changed));
  }
  CHECK(digests.size() == changes.size() + 1);
}

TEST_CASE("model digest: everything that a database holds counts", "[solver]") {
  using hydro::Database;
  const std::vector<std::function<void(Database&)>> changes{
      [](Database& d) { d.water_depth = 100.0; },
      [](Database& d) { d.bodies[1].center_of_buoyancy.z() = -1.0; },
      [](Database& d) { d.added_mass[2](7, 1) += 1e-9; },
      [](Database& d) { d.added_mass_infinite.reset(); },
      [](Database& d) { d.retardation_kernel.values[1](0, 0) = 0.0; },
      [](Database& d) { d.excitation.values[0](0, 0).imag(0.0); },
      [](Database& d) { d.diffraction.values.clear(); },
      [](Database& d) { d.excitation_at_speed.forces[1].values[0](2, 1).real(0.0); },
      [](Database& d) { d.mean_drift_force[1](11, 2) = 0.0; },
      [](Database& d) { d.qtf_sum.entries[0].direction_2 = 0.0; },
      [](Database& d) { std::swap(d.qtf_sum, d.qtf_difference); },
      [](Database& d) { d.field.points[1].position.x() += 1e-9; },
      [](Database& d) { d.field.radiation[0](3, 2).imag(0.0); },
      [](Database& d) { d.sections[1].radiation_damping[2](5, 3) = 0.0; },
  };
  const auto digest_with = [](const Database& database) {
    Model model = two_bodies_with_a_spring();
    model.hydrodynamics.emplace_back().database = std::make_shared<const Database>(database);
    return digest(model);
  };
  const Database database = testing::complete_database(2);
  std::set<std::uint64_t> digests{digest_with(database)};
  CHECK(digests.count(digest_with(testing::complete_database(2))) == 1);
  for (const auto& change : changes) {
    Database changed = database;
    change(changed);
    digests.insert(digest_with(changed));
  }
  CHECK(digests.size() == changes.size() + 1);
}
