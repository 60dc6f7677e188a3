/// @file Excitation where bodies are, and waves without data.
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// The box with a heave force of 5 N/m and a surge force of 2 N/m cos(direction) at all
/// filed frequencies, .5, 1.25 and 2 rad/s, filed every 90 deg.
solver::Model excited_box() {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  database->wave_directions = VectorXd::LinSpaced(4, 0.0, 1.5 * kPi);
  for (Eigen::Index i = 0; i < 4; ++i) {
    MatrixXcd values = MatrixXcd::Zero(6, 3);
    values.row(0).setConstant(2.0 * std::cos(database->wave_directions[i]));
    values.row(2).setConstant(5.0);
    database->excitation.values.push_back(values);
  }
  model.hydrodynamics[0].database = database;
  return model;
}

solver::WaveSelection waves(double omega, double direction) {
  return {VectorXd::Constant(1, omega), VectorXd::Constant(1, direction), false};
}

}  // namespace

TEST_CASE("wave forces: a body away from the origin has the wave's phase there",
          "[linearisation][analytic]") {
  solver::Model model = excited_box();
  model.hydrodynamics[0].origin = {30.0, 10.0};
  model.bodies[0].pose = solver::rest_pose(model.hydrodynamics[0], 0, Vector3::Zero());
  const double omega = 1.25, direction = 0.4, k = omega * omega / 9.81;
  const auto found = linearized(model).waves().at(waves(omega, direction));
  const double along = 30.0 * std::cos(direction) + 10.0 * std::sin(direction);
  const Complex phase = std::exp(Complex(0.0, -k * along));
  CHECK(std::abs(found.force[0](2, 0) - 5.0 * phase) < 1e-9);
  CHECK(std::abs(found.force[0](0, 0) - 2.0 * std::cos(direction) * phase) < 1e-9);
  CHECK(found.carried(0, 0));
}

TEST_CASE("wave forces: a turned body meets the waves from its heading, forces in dof axes",
          "[linearisation][analytic]") {
  solver::Model model = excited_box();
  model.bodies[0].pose.attitude = yawed(0.5 * kPi);
  const auto linear = linearized(model, solver::OperatingPoint::kPresent);
  const auto found = linear.waves().at(waves(1.25, 0.5 * kPi));
  // along the turned hull: its surge force, which is the world's sway
  CHECK(std::abs(found.force[0](1, 0) - 2.0) < 1e-9);
  CHECK(std::abs(found.force[0](0, 0)) < 1e-9);
  CHECK(linear.waves().bodies()[0].directions[0] == Approx(0.5 * kPi));
}

TEST_CASE("wave forces: waves without data are not carried and have no force",
          "[linearisation][edge]") {
  const auto linear = linearized(excited_box());
  const auto beyond = linear.waves().at(waves(2.1, 0.0));
  CHECK_FALSE(beyond.carried(0, 0));
  CHECK(beyond.force[0].isZero(0.0));
  CHECK(linear.waves().at(waves(2.0, 0.0)).carried(0, 0));
}

TEST_CASE("wave forces: half of a file's frequencies give the others", "[linearisation]") {
  const auto fine = std::make_shared<hydro::Database>(hemisphere());
  const auto coarse = std::make_shared<hydro::Database>(thinned(*fine, 2));
  const auto forces_of = [](const std::shared_ptr<hydro::Database>& database, double omega) {
    solver::Model model = floating_model(database, {Vector3::Ones()}, 0.01);
    model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
    return linearized(model, solver::OperatingPoint::kRest).waves().at(waves(omega, 0.3)).force[0];
  };
  const double last = coarse->omega[coarse->omega.size() - 1];
  double peak = 0.0, worst = 0.0;
  for (Eigen::Index i = 1; i < fine->omega.size() && fine->omega[i] < last; i += 10) {
    const MatrixXcd expected = forces_of(fine, fine->omega[i]);
    peak = std::max(peak, expected.cwiseAbs().maxCoeff());
    worst = std::max(worst, (forces_of(coarse, fine->omega[i]) - expected).cwiseAbs().maxCoeff());
  }
  CHECK(worst > 0.0);
  CHECK(worst < 5e-3 * peak);
}

TEST_CASE("wave forces: a current stops short waves and lengthens what follows it",
          "[linearisation][edge]") {
  solver::Model model = excited_box();
  model.current = hydro::Current({}, {Vector2(-3.0, 0.0)});
  const auto linear = linearized(model, solver::OperatingPoint::kRest);
  const auto against = linear.waves().at(waves(1.5, 0.0));
  CHECK_FALSE(against.carried(0, 0));
  CHECK(linear.waves().at(waves(1.5, kPi)).carried(0, 0));
}

TEST_CASE("wave forces: none where a client's force takes their place", "[linearisation][edge]") {
  solver::Model model = excited_box();
  solver::ExternalForce force;
  force.body = "body1";
  force.replaces_excitation = true;
  model.inputs.push_back({"pull", force});
  CHECK(linearized(model).waves().bodies().empty());
}

TEST_CASE("wave forces: pairs of frequency and direction", "[linearisation]") {
  const auto linear = linearized(excited_box());
  const solver::WaveSelection pairs{VectorXd::LinSpaced(2, 1.25, 2.0),
                                    VectorXd::LinSpaced(2, 0.0, kPi), true};
  const auto found = linear.waves().at(pairs);
  REQUIRE(found.force.size() == 2);
  CHECK(found.force[0].cols() == 1);
  CHECK(std::abs(found.force[0](0, 0) - 2.0) < 1e-9);
  CHECK(std::abs(found.force[1](0, 0) + 2.0) < 1e-9);
}
