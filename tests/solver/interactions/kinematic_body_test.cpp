/// @file Bodies that are moved, coupled by added mass with bodies that move by forces.
#include "tests/solver/interactions/coupled_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassCoriolis;
using solver::HydroFrame;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Body "second" is moved; "first" translates only.
solver::Model moved_pair() {
  solver::Model model = coupled_pair(HydroFrame::kBody, AddedMassCoriolis::kFull);
  model.bodies[0].pose.attitude = Quaternion::Identity();
  model.bodies[0].free = {true, true, true, false, false, false};
  model.bodies[0].angular_velocity.setZero();
  model.bodies[1].motion = solver::Motion::kKinematic;
  return model;
}

Matrix6 both_halves(const Quaternion& attitude) {
  Matrix6 Q = Matrix6::Zero();
  Q.topLeftCorner<3, 3>() = Q.bottomRightCorner<3, 3>() = attitude.toRotationMatrix();
  return Q;
}

}  // namespace

TEST_CASE("a kinematic body in a pair: the momentum that its motion carries belongs to the other",
          "[solver][interactions][analytic]") {
  const solver::Model model = moved_pair();
  const Matrix12 A = full_added_mass();
  const Matrix3 W = A.topLeftCorner<3, 3>() + 2.0 * Matrix3::Identity();
  Vector6 v_k;
  v_k << model.bodies[1].linear_velocity, model.bodies[1].angular_velocity;
  const auto carried = [&](const Quaternion& attitude) -> Vector3 {
    return (A.topRightCorner<6, 6>() * both_halves(attitude).transpose() * v_k).head<3>();
  };
  Simulation simulation(model);
  const Vector3 p = W * model.bodies[0].linear_velocity + carried(model.bodies[1].pose.attitude);
  CHECK((simulation.state().bodies[0].momentum.head<3>() - p).norm() < 1e-13);

  // No force acts, so that p_1 lasts while the turning of body 2 changes what it carries:
  // v_1(t) = W_11^-1 (p_1 - A_12 Q_2(t)^T v_2), body 2 turning at a constant rate.
  for (const double time : {0.5, 2.0, 5.0}) {
    run(simulation, time - 1e-9 * static_cast<double>(simulation.time_ns()));
    const Quaternion attitude = solver::exponential(time * model.bodies[1].angular_velocity) *
                                model.bodies[1].pose.attitude;
    const Vector3 expected = W.inverse() * (p - carried(attitude));
    CHECK((simulation.state().bodies[0].velocity.head<3>() - expected).norm() < 1e-12);
    CHECK((simulation.state().bodies[0].momentum.head<3>() - p).norm() < 1e-13);
    CHECK(simulation.state().bodies[1].velocity == v_k);
  }
}

TEST_CASE("a kinematic body in a pair: without Coriolis its steady turning moves nothing",
          "[solver][interactions]") {
  solver::Model model = moved_pair();
  model.added_mass_interactions[0].coriolis = AddedMassCoriolis::kOff;
  Simulation simulation(model);
  run(simulation, 3.0);
  // (M + A) a = 0; the quadrature of dA_w/dt by rk4 at h = .01 leaves 1e-11.
  CHECK((simulation.state().bodies[0].velocity.head<3>() - model.bodies[0].linear_velocity).norm() <
        1e-10);
}

TEST_CASE("a body that forces do not move needs neither mass nor inertia: the same bytes without",
          "[solver][interactions]") {
  const auto stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                StepperKind::kSpook, StepperKind::kMoreauJean);
  const auto motion = GENERATE(solver::Motion::kKinematic, solver::Motion::kStatic);
  solver::Model model = moved_pair();
  model.stepper = stepper;
  model.bodies[1].motion = motion;
  if (motion == solver::Motion::kStatic) {
    model.bodies[1].linear_velocity.setZero();
    model.bodies[1].angular_velocity.setZero();
  }
  solver::Joint rod;
  rod.name = "rod";
  rod.type = solver::JointType::kDistance;
  rod.body1 = "first";
  rod.body2 = "second";
  rod.position = model.bodies[0].pose.position;
  rod.position2 = model.bodies[1].pose.position;
  model.joints = {rod};
  Simulation heavy(model);
  model.bodies[1].mass = 0.0;
  model.bodies[1].inertia.setZero();
  Simulation massless(model);
  run(heavy, 1.0);
  run(massless, 1.0);
  CAPTURE(static_cast<int>(stepper), static_cast<int>(motion));
  CHECK(massless.state().bodies[0].position != model.bodies[0].pose.position);
  CHECK(motion_hash(massless.state()) == motion_hash(heavy.state()));
}

TEST_CASE(
    "mass and inertia of a body that forces do not move: still refused where they make no sense",
    "[solver][interactions][check]") {
  solver::Model model = moved_pair();
  model.bodies[1].mass = -1.0;
  model.bodies[1].inertia = -Matrix3::Identity();
  CHECK_THROWS_WITH(Simulation(model),
                    "bodies[1].mass must not be negative and must be finite, got -1\n"
                    "bodies[1].inertia must be positive definite, got a principal moment of -1");
}
