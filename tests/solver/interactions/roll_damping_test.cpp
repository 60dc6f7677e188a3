#include "solver/model/water/roll_damping.hpp"

#include <cmath>

#include "hydro/database/checks/checks.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kInertia = 4e6, kAdded = 1e6;  // kg m2
constexpr double kOmega = 0.5;                  // rad/s

/// A hull that rolls alone, without waves of its own.
solver::Model rolling_hull() {
  hydro::Database water;
  water.bodies = {{"hull"}};
  water.bodies[0].displaced_volume = 100.0;
  water.bodies[0].hydrostatic_stiffness(3, 3) = kOmega * kOmega * (kInertia + kAdded);
  water.omega = Eigen::Vector3d(0.1, 0.5, 2.0);
  Matrix6 A = Matrix6::Zero();
  A(3, 3) = kAdded;
  water.added_mass = {2.0 * A, A, 0.3 * A};
  water.radiation_damping.assign(3, Matrix6::Zero());
  water.added_mass_infinite = A;
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.gravity = 9.81;
  model.water_density = 1000.0;
  model.bodies = {weightless_body("hull", 1e5, {kInertia, 1e7, 1e7}, {0, 0, 0})};
  model.bodies[0].free = {false, false, false, true, false, false};
  model.bodies[0].pose.attitude = Quaternion(Eigen::AngleAxisd(25.0 * kDegree, Vector3::UnitX()));
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.database = std::make_shared<const hydro::Database>(hydro::make_database(std::move(water)));
  group.bodies = {{"hull"}};
  group.radiation.form = hydro::RadiationForm::kNone;
  model.hydrodynamics = {group};
  return model;
}

}  // namespace

// Peaks of an independent integration of phi'' + p1 phi' + p2 |phi'| phi' + p3 phi'^3 + w^2 phi =
// 0.
TEST_CASE("roll damping: a decay has the peaks of its three coefficients",
          "[solver][interactions][roll_damping]") {
  solver::Model model = rolling_hull();
  model.hydrodynamics[0].bodies[0].roll_damping = {0.02, 0.15, 0.4};
  Simulation simulation(model);
  const std::vector<std::pair<double, double>> peaks{{6.29995, -20.87244},
                                                     {12.59532, 17.83639},
                                                     {18.88794, -15.49232},
                                                     {25.17876, 13.61956},
                                                     {31.46832, -12.08487}};
  for (const auto& [time, angle] : peaks) {
    double extreme = 0.0;
    while (1e-9 * static_cast<double>(simulation.time_ns()) < time + 1.0) {
      const double roll = read_output(simulation, "hull.displacement")[3] / kDegree;
      const double now = 1e-9 * static_cast<double>(simulation.time_ns());
      if (std::abs(now - time) < 1.0 && roll * angle > 0.0) {
        extreme = std::max(extreme, std::abs(roll));
      }
      simulation.step();
    }
    CHECK(extreme == Approx(std::abs(angle)).epsilon(1e-4));
  }
}

TEST_CASE("roll damping: counts with the inertia at the roll period",
          "[solver][interactions][roll_damping]") {
  solver::Model model = rolling_hull();
  solver::GroupBody& member = model.hydrodynamics[0].bodies[0];
  CHECK(solver::roll_inertia(model, model.hydrodynamics[0], member) ==
        Approx(kInertia + kAdded).epsilon(1e-12));
  member.linear_damping(3, 3) = 1e5;
  member.roll_damping = {0.02, 0.15, 0.4};
  const auto damping = solver::damping_coefficients(model, model.hydrodynamics[0], member);
  CHECK(damping.linear(3, 3) == Approx(1e5 + 0.02 * 5e6).epsilon(1e-12));
  CHECK(damping.quadratic(3, 3) == Approx(0.15 * 5e6).epsilon(1e-12));

  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
  CHECK(linear.matrices().linear_damping(3, 3) == Approx(2e5).epsilon(1e-9));
  CHECK(linear.matrices().quadratic_damping(3, 3) == Approx(7.5e5).epsilon(1e-12));
}

TEST_CASE("roll damping: what is refused", "[solver][interactions][roll_damping]") {
  solver::Model model = rolling_hull();
  model.hydrodynamics[0].bodies[0].roll_damping = {-0.02, 0.15, NAN};
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("hydrodynamics[0].bodies[0].roll_damping.p1 must not be negative") &&
          Catch::Contains("hydrodynamics[0].bodies[0].roll_damping.p3 must not be negative"));
}
