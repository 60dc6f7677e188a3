/// @file Added mass over axes: momentum where an input moves them, energy where poses do.
#include "hydro/numerics/elementary.hpp"
#include "tests/solver/configurations/axis_families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::AxisQuantity;
using hydro::Configuration;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kAddedMassStep = 0.01;

/// A dense added mass that grows with the first coordinate.
void grow(const Configuration& q, hydro::Database& database) {
  MatrixXd shape(6, 6);
  for (Eigen::Index i = 0; i < 6; ++i) {
    for (Eigen::Index j = 0; j < 6; ++j) shape(i, j) = std::exp(-std::abs(double(i - j)));
  }
  *database.added_mass_infinite = (1.0 + 0.7 * q.x() + 0.2 * q.x() * q.x()) * shape;
}

AxisFamily family_of_input() {
  return axis_family({AxisQuantity::kInput}, along({0.0, 1.0, 2.0, 4.0}), grow);
}

/// A(q) in the world where the hull does not turn.
MatrixXd blended(const hydro::DatabaseFamily& family, double q) {
  MatrixXd A = MatrixXd::Zero(6, 6);
  for (const hydro::NodeWeight& corner : family.grid.weights({q, 0.0, 0.0})) {
    A += corner.weight * *family.nodes[corner.node]->added_mass_infinite;
  }
  return A;
}

/// dA/dq in the cell of q.
MatrixXd slope(const hydro::DatabaseFamily& family, double q) {
  MatrixXd dA = MatrixXd::Zero(6, 6);
  for (const hydro::NodeWeight& corner : family.grid.weights({q, 0.0, 0.0})) {
    dA += corner.gradient.x() * *family.nodes[corner.node]->added_mass_infinite;
  }
  return dA;
}

/// A ramp from 0.5 at 1 s to 3.5 at 7 s.
double ramp(double time) {
  const double share = std::clamp((time - 1.0) / 6.0, 0.0, 1.0);
  return 0.5 + 1.5 * (1.0 - std::cos(kPi * share));
}

solver::Model driven(StepperKind stepper) {
  solver::Model model = hull_model(family_of_input(), {axis_of_input("load")}, 3.0, kAddedMassStep);
  model.stepper = stepper;
  model.bodies[0].free = {true, true, true, false, false, false};
  model.bodies[0].linear_velocity << 1.0, -0.4, 0.3;
  model.inputs[0].source =
      solver::InputSource{solver::Ramp{1.0, 6.0, {0.5}, {3.5}, solver::RampShape::kCosine}};
  return model;
}

/// A hull that swings freely under a spring while its added mass follows a pose.
solver::Model swinging(AxisQuantity quantity, StepperKind stepper) {
  const auto fill = [quantity](const Configuration& q, hydro::Database& database) {
    const bool is_draught = quantity == AxisQuantity::kDraught;
    grow(is_draught ? Configuration(q.x() - 3.0, 0.0, 0.0) : Configuration(3.0 * q), database);
    database.bodies[0].center_of_gravity.z() = is_draught ? 3.0 - q.x() : 0.0;
  };
  const std::vector<double> values =
      quantity == AxisQuantity::kDraught ? std::vector{2.0, 3.0, 4.0} : std::vector{-0.8, 0.0, 0.8};
  std::vector<std::vector<Vector3>> attitudes;
  for (const double value : values) {
    attitudes.push_back(
        {quantity == AxisQuantity::kTrim ? Vector3(0.0, value, 0.0) : Vector3(Vector3::Zero())});
  }
  solver::ConfigurationAxis axis;
  axis.of = quantity;
  const bool is_hinged = quantity == AxisQuantity::kJointAngle;
  (is_hinged ? axis.joint : axis.body) = is_hinged ? "hinge" : "hull";
  solver::Model model =
      hull_model(axis_family({quantity}, along(values), fill, attitudes), {axis}, 3.0, 0.002);
  model.stepper = stepper;
  model.hydrodynamics[0].coriolis = solver::AddedMassCoriolis::kOff;  // headings do not turn
  model.bodies[0].free = {true, false, true, false, true, false};
  model.bodies[0].linear_velocity << 0.2, 0.0, 0.4;
  model.bodies[0].angular_velocity << 0.0, 0.3, 0.0;
  if (!is_hinged) return model;
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "hull";
  hinge.position = {0.5, 0.0, 0.0};
  hinge.axis = Vector3::UnitY();
  model.joints = {hinge};
  model.bodies[0].linear_velocity << 0.0, 0.0, 0.15;
  model.bodies[0].angular_velocity << 0.0, 0.3, 0.0;
  return model;
}

}  // namespace

TEST_CASE("an input moves A(q) without a force: W v is kept, and its power is -v A' v / 2",
          "[solver][configurations][analytic]") {
  const auto stepper =
      GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint, StepperKind::kMoreauJean);
  Simulation simulation(driven(stepper));
  const AxisFamily shared = family_of_input();
  const hydro::DatabaseFamily& family = *shared;
  const auto momentum = [&](double q, const Vector3& v) {
    return Vector3((3.0 * Matrix3::Identity() + blended(family, q).topLeftCorner<3, 3>()) * v);
  };
  const auto velocity = [&] { return Vector3(read_output(simulation, "hull.linear_velocity")); };
  const Vector3 at_start = momentum(0.5, velocity());
  const double energy_at_start = read_number(simulation, "energy.kinetic");
  double work = 0.0;
  for (int n = 0; n < 800; ++n) {
    const double q = ramp(kAddedMassStep * n), next = ramp(kAddedMassStep * (n + 1));
    const Vector3 v = velocity();
    CHECK(read_number(simulation, "water.configuration") == Approx(q).epsilon(1e-12));
    CHECK((momentum(q, v) - at_start).norm() <= 1e-12 * at_start.norm());
    // within a step the input is linear
    const double power =
        -0.5 * v.dot((next - q) / kAddedMassStep * slope(family, q).topLeftCorner<3, 3>() * v);
    CHECK(read_number(simulation, "water.configuration_power") ==
          Approx(power).epsilon(1e-9).margin(1e-12));
    CHECK(read_number(simulation, "energy.power") == Approx(power).epsilon(1e-9).margin(1e-12));
    simulation.step();
    work += kAddedMassStep * power;
  }
  const double change = read_number(simulation, "energy.kinetic") - energy_at_start;
  CHECK(change < -0.3);
  CHECK(work == Approx(change).epsilon(5e-3));  // the powers are those of starts of steps
}

TEST_CASE("where a pose moves A(q), the configuration force keeps the energy",
          "[solver][configurations]") {
  const auto quantity =
      GENERATE(AxisQuantity::kDraught, AxisQuantity::kTrim, AxisQuantity::kJointAngle);
  Simulation simulation(swinging(quantity, StepperKind::kRungeKutta4));
  const double energy = read_number(simulation, "energy.kinetic");
  double least = 1e300, most = -1e300;
  for (int n = 0; n < 1100; ++n) {
    simulation.step();
    const double q = read_number(simulation, "water.configuration");
    least = std::min(least, q);
    most = std::max(most, q);
    // the first step begins at a node, where the slope of A jumps
    CHECK(read_number(simulation, "energy.kinetic") == Approx(energy).epsilon(3e-5));
  }
  CHECK(most - least > 0.4);
  CHECK(read_number(simulation, "water.configuration_power") == 0.0);
}
