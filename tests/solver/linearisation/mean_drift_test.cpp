/// @file Mean drift of a static equilibrium: what a simulation has in the mean.
#include <limits>

#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kDrift = 3.0e4;      ///< N/m2, in surge
constexpr double kStiffness = 2.0e4;  ///< N/m

/// A box on a spring in surge, under waves along x.
solver::Model drifting(const std::vector<hydro::WaveComponent>& waves,
                       hydro::SecondOrderMethod method) {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  database->mean_drift_force = {MatrixXd::Zero(kDofs, database->omega.size())};
  database->mean_drift_force[0].row(0).setConstant(kDrift);
  model.hydrodynamics[0].database = database;
  model.hydrodynamics[0].second_order.method = method;
  model.sea = hydro::Sea(waves, std::numeric_limits<double>::infinity(), 9.81, 0.0);
  Vector6 stiffness = Vector6::Zero();
  stiffness << kStiffness, kStiffness, 0.0, 0.0, 0.0, 1.0e6;
  model.loads.push_back(
      mooring("mooring", model.bodies[0].name, stiffness, Vector6::Zero().eval()));
  return model;
}

double force_of(const std::vector<hydro::WaveComponent>& waves, hydro::SecondOrderMethod method) {
  const auto linear = linearized(drifting(waves, method));
  const double force = linear.mean().mean_drift_force[0][0];
  CHECK(linear.displacement(0)[0] == Approx(force / kStiffness).epsilon(1e-6));
  return force;
}

}  // namespace

TEST_CASE("mean drift: waves of one frequency give that of their sum where they are paired",
          "[linearisation][analytic]") {
  const double quarter = 1.5707963267948966;
  const std::vector<hydro::WaveComponent> in_phase{{1.0, 0.5, 0.3, 0.0}, {1.0, 0.4, 0.3, 0.0}};
  const std::vector<hydro::WaveComponent> quartered{{1.0, 0.5, 0.0, 0.0}, {1.0, 0.4, quarter, 0.0}};
  const std::vector<hydro::WaveComponent> apart{{1.0, 0.5, 0.0, 0.0}, {1.5, 0.4, 0.0, 0.0}};
  using Method = hydro::SecondOrderMethod;
  const double each = kDrift * (0.25 + 0.16);
  CHECK(force_of(in_phase, Method::kNewman) == Approx(kDrift * 0.81).epsilon(1e-9));
  CHECK(force_of(quartered, Method::kNewman) == Approx(each).epsilon(1e-9));
  CHECK(force_of(apart, Method::kNewman) == Approx(each).epsilon(1e-9));
  CHECK(force_of(in_phase, Method::kMean) == Approx(each).epsilon(1e-9));  // pairs none
}
