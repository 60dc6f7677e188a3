/// @file M, C, D, Q and periods against closed forms.
#include <cmath>

#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

double omega_of(const std::vector<solver::NaturalMode>& modes, Eigen::Index dof) {
  for (const solver::NaturalMode& mode : modes) {
    Eigen::Index largest = 0;
    mode.shape.cwiseAbs().maxCoeff(&largest);
    if (largest == dof) return mode.omega;
  }
  return 0.0;
}

}  // namespace

TEST_CASE("linear matrices: a box heaves, rolls and pitches with its hydrostatic periods",
          "[linearisation][analytic]") {
  const Vector3 size(20.0, 10.0, 2.0);
  Matrix6 added_mass = Matrix6::Zero();
  added_mass.diagonal() << 1e5, 2e5, 3e5, 4e6, 5e6, 6e6;
  const auto linear = linearized(box_model(size, added_mass));
  const double mass = 1000.0 * size.prod();
  const auto modes = linear.modes();
  REQUIRE(modes.size() == 3);
  const auto& K = linear.model().hydrodynamics[0].database->bodies[0].hydrostatic_stiffness;
  CHECK(omega_of(modes, 2) == Approx(std::sqrt(K(2, 2) / (mass + 3e5))).epsilon(1e-10));
  // the buoyancy stays where it is while the body turns: what the matrix holds is all there is
  CHECK(omega_of(modes, 3) == Approx(std::sqrt(K(3, 3) / (mass + 4e6))).epsilon(1e-10));
  CHECK(omega_of(modes, 4) == Approx(std::sqrt(K(4, 4) / (mass + 5e6))).epsilon(1e-10));
  CHECK(linear.matrices().free_basis.cols() == 6);
  CHECK((linear.matrices().mass.diagonal().head<3>().array() == mass).all());
}

TEST_CASE("linear matrices: all of them turn with the rest heading", "[linearisation][analytic]") {
  solver::Model model = box_model({20.0, 10.0, 2.0}, Vector6(Vector6::Ones() * 1e5).asDiagonal());
  model.hydrodynamics[0].bodies[0].linear_damping.diagonal() << 1e3, 2e3, 3e3, 4e3, 5e3, 6e3;
  solver::Model turned = model;
  turned.hydrodynamics[0].heading = 0.5 * kPi;
  turned.bodies[0].pose = solver::rest_pose(turned.hydrodynamics[0], 0, Vector3::Zero());
  const auto a = linearized(model);
  const auto b = linearized(turned);
  const auto same = [](const MatrixXd& left, const MatrixXd& right) {
    return (left - right).cwiseAbs().maxCoeff() <= 1e-9 * (1.0 + left.cwiseAbs().maxCoeff());
  };
  CHECK(same(a.matrices().mass, b.matrices().mass));
  CHECK(same(a.matrices().restoring, b.matrices().restoring));
  CHECK(same(a.matrices().linear_damping, b.matrices().linear_damping));
  CHECK(same(a.matrices().infinite_added_mass, b.matrices().infinite_added_mass));
}

TEST_CASE("linear matrices: damping of moorings, bodies and groups adds up",
          "[linearisation][analytic]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  model.hydrodynamics[0].bodies[0].linear_damping(3, 3) = 7e5;
  model.hydrodynamics[0].bodies[0].quadratic_damping(3, 3) = 9e6;
  model.loads.push_back(mooring("mooring", "body1", Vector6::Ones() * 1e4, Vector6::Ones() * 2e3));
  model.bodies[0].linear_velocity_damping = {0.1, 0.0, 0.0};
  const auto linear = linearized(model);
  const MatrixXd& D = linear.matrices().linear_damping;
  CHECK(D(3, 3) == Approx(7e5 + 2e3).epsilon(1e-9));
  CHECK(D(0, 0) == Approx(2e3 + 0.1 * model.bodies[0].mass).epsilon(1e-9));
  CHECK(D(4, 4) == Approx(2e3).epsilon(1e-9));
  CHECK(linear.matrices().quadratic_damping(3, 3) == 9e6);
}

TEST_CASE("linear matrices: masses of a manoeuvring hull are its own or those of its group",
          "[linearisation][edge]") {
  solver::Manoeuvring hull;
  hull.body = "body1";
  hull.length = 20.0;
  hull.draught = 2.0;
  hull.added_mass_sway = 0.2;
  solver::Model afloat = box_model({20.0, 10.0, 2.0}, Vector6(Vector6::Ones() * 1e5).asDiagonal());
  afloat.loads.push_back({"hull", hull});
  CHECK(linearized(afloat).matrices().infinite_added_mass(1, 1) == 1e5);
  solver::Model alone =
      model_of({weightless_body("body1", 1e5, Vector3::Ones() * 1e6, Vector3::Zero())});
  alone.loads.push_back({"hull", hull});
  const double own = 0.5 * alone.water_density * 20.0 * 20.0 * 2.0 * 0.2;
  CHECK(linearized(alone).matrices().infinite_added_mass(1, 1) == Approx(own).epsilon(1e-14));
}

TEST_CASE("linear matrices: in a current, drag has its mean load and its turning",
          "[linearisation][analytic]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  model.current = hydro::Current({}, {Vector2(1.5, 0.0)});
  model.hydrodynamics[0].bodies[0].quadratic_damping.diagonal() << 100.0, 900.0, 0, 0, 0, 0;
  model.loads.push_back(mooring("mooring", "body1", Vector6::Ones() * 1e5, Vector6::Zero()));
  const auto linear = linearized(model);
  const auto& matrices = linear.matrices();
  CHECK(linear.displacement(0)[0] == Approx(100.0 * 2.25 / 1e5).epsilon(1e-9));
  CHECK(matrices.mean_water_velocity[0] == Approx(-1.5));
  // a turn of the axes to port brings the current in from ahead to starboard: nu_y = + U psi
  CHECK(matrices.water_velocity_by_displacement(1, 5) == Approx(1.5).epsilon(1e-9));
  CHECK(matrices.water_velocity_by_displacement.cwiseAbs().sum() == Approx(1.5).epsilon(1e-9));
  CHECK(
      (matrices.radiation_turning - matrices.water_velocity_by_displacement).cwiseAbs().maxCoeff() <
      1e-9);
  CHECK(matrices.water_velocity_by_velocity.isIdentity(1e-12));
  // the force turns with the axes, F_y = Q_x U^2 psi
  CHECK(matrices.restoring(1, 5) == Approx(-100.0 * 2.25).epsilon(1e-8));
}

TEST_CASE("linear matrices: radiation in the world's axes does not turn against the current",
          "[linearisation][edge]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  model.current = hydro::Current({}, {Vector2(1.5, 0.0)});
  model.hydrodynamics[0].frame = solver::HydroFrame::kWorld;
  CHECK(linearized(model).matrices().radiation_turning.isZero(1e-12));
}

TEST_CASE("linear matrices: about the present state of a simulation, not where it started",
          "[linearisation]") {
  solver::Model model = model_of({heavy_body("weight", 100.0, {0.0, 0.0, 5.0})});
  solver::PointSpring spring;
  spring.body1 = "weight";
  spring.point2 = {0, 0, 10.0};
  spring.stiffness = 1e4;
  spring.rest_length = 5.0;
  model.loads.push_back({"line", spring});
  solver::Simulation simulation(model);
  for (int step = 0; step < 10; ++step) simulation.step();
  const solver::Linearization linear(simulation.model(), &simulation.state(),
                                     {solver::OperatingPoint::kPresent}, nullptr);
  const double z = simulation.state().bodies[0].position.z();
  REQUIRE(z < 4.999);
  CHECK(linear.mean().bodies[0].position.z() == z);
  const double length = 10.0 - z;
  CHECK(linear.matrices().restoring(0, 0) == Approx(1e4 * (length - 5.0) / length).epsilon(1e-9));
}

TEST_CASE("linear matrices: the pose of rest is taken whatever acts there", "[linearisation]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  model.bodies[0].pose.position.z() += 1.0;
  const auto linear = linearized(model, solver::OperatingPoint::kRest);
  CHECK(linear.displacement(0).isZero(1e-12));
  CHECK(linear.mean().reactions.empty());
}

TEST_CASE("linear matrices: a held dof is no free motion", "[linearisation][edge]") {
  solver::Model model = box_model({20.0, 10.0, 2.0});
  model.bodies[0].free = {false, true, true, false, true, true};
  const auto linear = linearized(model);
  CHECK(linear.matrices().free_basis.cols() == 4);
  CHECK(linear.matrices().free_basis.row(0).isZero(0.0));
  CHECK(linear.matrices().free_basis.row(3).isZero(0.0));
  CHECK(linear.modes().size() == 2);
}

TEST_CASE("modes: each fall of the impedance through zero is one, at a resonance of the water too",
          "[linearisation]") {
  // a narrow peak of damping makes the added mass negative beyond it: heave swings below and above
  auto database = std::make_shared<hydro::Database>(
      *floating_box({20.0, 10.0, 2.0}, Matrix6::Identity() * 1e5));
  database->omega = VectorXd::LinSpaced(301, 0.5, 3.5);
  for (const double omega : database->omega) {
    Matrix6 B = Matrix6::Zero();
    B(2, 2) = 2.4e6 / (1.0 + std::pow((omega - 2.0) / 0.03, 2));
    database->radiation_damping.emplace_back(B);
  }
  solver::Model model = floating_model(database, {Vector3::Ones()}, 0.01);
  model.bodies[0].free = {false, false, true, false, false, false};
  const auto linear = linearized(model);
  const double C = linear.matrices().restoring(2, 2), M = linear.matrices().mass(2, 2);
  const VectorXd scan = VectorXd::LinSpaced(2001, 0.5, 4.0);
  const auto added_mass = linear.water().added_mass(scan);
  const auto impedance = [&](Eigen::Index k) {
    return C - scan[k] * scan[k] * (M + added_mass[static_cast<std::size_t>(k)](2, 2));
  };
  std::vector<double> falls;
  for (Eigen::Index k = 1; k < scan.size(); ++k) {
    if (impedance(k - 1) > 0.0 && impedance(k) <= 0.0) falls.push_back(scan[k]);
  }
  const auto modes = linear.modes();
  REQUIRE(falls.size() == 2);
  REQUIRE(modes.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const double omega = modes[i].omega;
    CHECK(omega == Approx(falls[i]).epsilon(0.0).margin(scan[1] - scan[0]));
    const double A = linear.water().added_mass(VectorXd::Constant(1, omega)).front()(2, 2);
    CHECK(omega * omega * (M + A) == Approx(C).epsilon(1e-11));
    CHECK(modes[i].modal_mass == Approx(M + A).epsilon(1e-11));
    CHECK(modes[i].shape[2] == 1.0);
  }
}
