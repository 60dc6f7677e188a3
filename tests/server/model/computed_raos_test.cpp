#include "server/model/computed_raos.hpp"

#include <fmt/format.h>

#include <cmath>

#include "clients/cpp/client.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A hemisphere that moves by the RAOs of its own database, at a place away from the origin.
v1::Model driven(const std::string& more = "", const std::string& inertia = "2e6") {
  return client::model_from_json(fmt::format(R"({{
    "environment": {{"sea": {{"waves": [{{"regular": {{"amplitude": 0.5, "period": 8}}}}]}}}},
    "bodies": [{{"name": "hemisphere", "motion": "MOTION_KINEMATIC", "position": [30, -20, 0],
                 "inertia": {{"xx": {0}, "yy": {0}, "zz": {0}}},
                 "prescribed": {{"displacement_rao": {{"database": true{1}}}}}}}],
    "hydrodynamics": [{{"name": "hull", "database": "hemisphere.h5",
                        "radiation": {{"memory": "RADIATION_MEMORY_CONVOLUTION"}},
                        "bodies": [{{"body": "hemisphere"}}]}}],
    "integration": {{"step": 0.05, "duration": 200}}}})",
                                             inertia, more));
}

v1::DisplacementRao& rao_of(v1::Model& message) {
  return *message.mutable_bodies(0)->mutable_prescribed()->mutable_displacement_rao();
}

}  // namespace

TEST_CASE("computed RAOs: heave is that of the database's own equation", "[model][rao][analytic]") {
  auto built = build(driven());
  const v1::DisplacementRao& rao = rao_of(built.message);
  const auto database = own_database("hemisphere.h5");
  REQUIRE(rao.omega_size() == database->omega.size());
  REQUIRE(rao.amplitude_size() == 6 * rao.omega_size() * rao.direction_deg_size());
  const double mass = database->water_density * database->bodies[0].displaced_volume;
  const double stiffness = database->bodies[0].hydrostatic_stiffness(2, 2);
  for (const int n : {2, 7, 13}) {  // below the irregular frequencies of the file
    const double omega = rao.omega(n);
    const auto k = static_cast<std::size_t>(n);
    // The phases of X are at the origin of the database, which is above the center of gravity.
    const Complex X = database->excitation.values[0](2, n);
    const Complex x =
        X / Complex(stiffness - omega * omega * (mass + database->added_mass[k](2, 2)),
                    omega * database->radiation_damping[k](2, 2));
    const int place = 6 * n * rao.direction_deg_size() + 2;
    CAPTURE(omega);
    CHECK(rao.amplitude(place) == Approx(std::abs(x)).epsilon(5e-3));  // the data are repaired
    CHECK(rao.phase_deg(place) == Approx(std::arg(x) / kDegree).epsilon(0.0).margin(0.5));
  }
}

TEST_CASE("computed RAOs: a table is kept with its model, and made anew for another",
          "[model][rao]") {
  auto built = build(driven());
  v1::Model stored = built.message;
  rao_of(stored).set_amplitude(2, 0.125);  // taken as it is: nothing is computed again
  CHECK(build(stored).message.bodies(0).prescribed().displacement_rao().amplitude(2) == 0.125);
  stored.mutable_bodies(0)->set_mass(1.1 * built.model.bodies[0].mass);
  const double anew = build(stored).message.bodies(0).prescribed().displacement_rao().amplitude(2);
  CHECK(anew != 0.125);
  CHECK(anew == Approx(rao_of(built.message).amplitude(2)).epsilon(0.2));
}

TEST_CASE("computed RAOs: what has none is refused by name", "[model][rao]") {
  const std::string path = "bodies[0].prescribed.displacement_rao.database";
  const auto rule_of = [&](const v1::Model& message) {
    for (const solver::Violation& violation : violations_of(message)) {
      if (violation.path == path) return violation.rule;
    }
    return std::string("none");
  };
  CHECK(rule_of(driven(R"(, "omega": [0.5])")).find("must be given without file") == 0);
  CHECK(rule_of(driven(R"(, "file": "rao.csv")")).find("must be given without file") == 0);
  CHECK(rule_of(driven("", "0")).find("must be of a body that could move freely") == 0);
  v1::Model ashore = driven();
  ashore.clear_hydrodynamics();
  ashore.mutable_bodies(0)->set_mass(1e5);
  CHECK(rule_of(ashore).find("must be of a body of a hydrodynamic group") == 0);
}
