/// @file The momentum of added mass and its rate in every hydro frame, against derivatives of the
/// kinetic energy by the complex step: exact to round-off, and with none of the solver's formulas.
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "tests/solver/interactions/coupled_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassCoriolis;
using solver::HydroFrame;
using solver::Simulation;

namespace {

using ComplexMatrix3 = Eigen::Matrix3cd;
using ComplexMatrix12 = Eigen::Matrix<Complex, 12, 12>;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using ComplexVector12 = Eigen::Matrix<Complex, 12, 1>;

constexpr double kTiny = 1e-30;       // the complex step: its square vanishes beside 1
constexpr double kTolerance = 1e-12;  // of vectors of order one; round-off of some hundred products

Matrix3 cross_matrix(const Vector3& v) {
  Matrix3 S;
  S << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return S;
}

/// (I + i tiny [turn]x) R
ComplexMatrix3 turned(const Matrix3& R, const Vector3& turn) {
  return R.cast<Complex>() + Complex(0.0, kTiny) * (cross_matrix(turn) * R).cast<Complex>();
}

ComplexMatrix3 frame_rotation(HydroFrame frame, const ComplexMatrix3& R) {
  if (frame == HydroFrame::kWorld) return ComplexMatrix3::Identity();
  if (frame != HydroFrame::kHeading) return R;
  const Complex length = std::sqrt(R(0, 0) * R(0, 0) + R(1, 0) * R(1, 0));
  const Complex c = R(0, 0) / length, s = R(1, 0) / length;
  ComplexMatrix3 yaw;
  yaw << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return yaw;
}

/// A_w of docs/reference/physics.md 3, block by block.
ComplexMatrix12 world_matrix(HydroFrame frame, const Matrix12& A, const ComplexMatrix3& R1,
                             const ComplexMatrix3& R2) {
  const std::array<ComplexMatrix3, 2> R{frame_rotation(frame, R1), frame_rotation(frame, R2)};
  ComplexMatrix12 A_w;
  for (Eigen::Index i = 0; i < 12; i += 3) {
    for (Eigen::Index j = 0; j < 12; j += 3) {
      const bool coupling = i / 6 != j / 6;
      const bool first_only = frame == HydroFrame::kFirstBody && coupling;
      const ComplexMatrix3& left = R[first_only ? 0 : static_cast<std::size_t>(i / 6)];
      const ComplexMatrix3& right = R[first_only ? 0 : static_cast<std::size_t>(j / 6)];
      A_w.block<3, 3>(i, j) = left * A.block<3, 3>(i, j).cast<Complex>() * right.transpose();
    }
  }
  return A_w;
}

/// The pair's poses and velocities as the solver has them, and as the oracle wants them.
struct Pair {
  solver::Model model;
  HydroFrame frame;
  solver::Kinematics bodies;
  std::vector<solver::AddedMass> terms;
  Vector12 v;

  Pair(HydroFrame hydro_frame, AddedMassCoriolis coriolis)
      : model(coupled_pair(hydro_frame, coriolis)),
        frame(hydro_frame),
        bodies(solver::initial_kinematics(model)),
        terms(solver::assemble_added_masses(model, {}, solver::initial_added_masses(model))) {
    v << bodies[0].velocity, bodies[1].velocity;
  }

  ComplexMatrix12 A_w(const Vector3& turn1, const Vector3& turn2) const {
    return world_matrix(frame, full_added_mass(), turned(bodies[0].rotation, turn1),
                        turned(bodies[1].rotation, turn2));
  }
  Vector12 momentum() const {
    return (A_w(Vector3::Zero(), Vector3::Zero()) * v.cast<Complex>()).real();
  }
  /// (dA_w/dt) v
  Vector12 rate() const {
    const ComplexVector12 p = A_w(v.segment<3>(3), v.segment<3>(9)) * v.cast<Complex>();
    return p.imag() / kTiny;
  }
  /// Derivative of T = v^T A_w v / 2 as body `i` turns about an axis of the world, v held.
  Vector3 energy_gradient(int i) const {
    Vector3 gradient;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 turn = Vector3::Unit(axis);
      const ComplexMatrix12 A = i == 0 ? A_w(turn, Vector3::Zero()) : A_w(Vector3::Zero(), turn);
      gradient[axis] = 0.5 * (v.transpose() * A.imag() * v)(0) / kTiny;
    }
    return gradient;
  }
  Vector12 munk_moment() const {
    const Vector12 p = momentum();
    Vector12 moment = Vector12::Zero();
    for (const int i : {0, 6}) {
      moment.segment<3>(i + 3) = -v.segment<3>(i).cross(p.segment<3>(i));
    }
    return moment;
  }

  template <typename Add>
  Vector12 sum_over_terms(const Add& add) {
    solver::BodyVectors result(2, Vector6::Zero());
    for (solver::AddedMass& term : terms) add(term, result);
    Vector12 stacked;
    stacked << result[0], result[1];
    return stacked;
  }
  Vector12 found_momentum() {
    return sum_over_terms([&](solver::AddedMass& term, solver::BodyVectors& result) {
      term.add_product(bodies, {bodies[0].velocity, bodies[1].velocity}, 1.0, result);
    });
  }
  Vector12 found_momentum_rate() {
    return sum_over_terms([&](solver::AddedMass& term, solver::BodyVectors& result) {
      term.add_momentum_rate(bodies, {}, result);
    });
  }
};

HydroFrame any_frame() {
  return GENERATE(HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld,
                  HydroFrame::kFirstBody);
}

Vector3 angular_momentum(const Simulation& simulation) {
  Vector3 sum = Vector3::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) {
    sum += body.position.cross(body.momentum.head<3>()) + body.momentum.tail<3>();
  }
  return sum;
}

double kinetic_energy(const Simulation& simulation) {
  double energy = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    energy += 0.5 * body.momentum.dot(body.velocity);
  }
  return energy;
}

}  // namespace

TEST_CASE("two bodies yawed apart: momentum and energy of the water are those of its matrix",
          "[solver][interactions][analytic]") {
  Pair pair(any_frame(), AddedMassCoriolis::kOff);
  CHECK((pair.found_momentum() - pair.momentum()).norm() < kTolerance);
  // The simulation's state is that momentum and the rigid bodies' own.
  const Simulation simulation(pair.model);
  double rigid = 0.0;
  for (const solver::RigidBody& body : pair.model.bodies) {
    const Vector3 local = body.pose.attitude.conjugate() * body.angular_velocity;
    rigid += 0.5 * body.mass * body.linear_velocity.squaredNorm() +
             0.5 * local.dot(body.inertia * local);
  }
  CHECK(std::abs(kinetic_energy(simulation) - rigid - 0.5 * pair.v.dot(pair.momentum())) <
        kTolerance);
}

TEST_CASE("two bodies yawed apart: without Coriolis the momentum of the water changes as A_w does",
          "[solver][interactions][analytic]") {
  Pair pair(any_frame(), AddedMassCoriolis::kOff);
  CHECK((pair.found_momentum_rate() - pair.rate()).norm() < kTolerance);
}

TEST_CASE("two bodies yawed apart: the yaw of the Munk moment comes on top of the change of A_w",
          "[solver][interactions][analytic]") {
  Pair pair(any_frame(), AddedMassCoriolis::kMunkYaw);
  Vector12 expected = pair.rate();
  expected[5] += pair.munk_moment()[5];
  expected[11] += pair.munk_moment()[11];
  CHECK((pair.found_momentum_rate() - expected).norm() < kTolerance);
}

TEST_CASE("two bodies yawed apart: the full moment is Kirchhoff's where A turns with the bodies",
          "[solver][interactions][analytic]") {
  // d(dT/dv)/dt = omega x L + dT/d(turn) for each body, with v in world axes.
  const auto frame = GENERATE(HydroFrame::kBody, HydroFrame::kFirstBody);
  Pair pair(frame, AddedMassCoriolis::kFull);
  Vector12 expected = Vector12::Zero();
  for (const int i : {0, 1}) {
    const Vector3 omega = pair.v.segment<3>(6 * i + 3);
    const Vector3 L = pair.momentum().segment<3>(6 * i + 3);
    expected.segment<3>(6 * i + 3) = omega.cross(L) + pair.energy_gradient(i);
  }
  CHECK((pair.found_momentum_rate() - expected).norm() < kTolerance);
}

TEST_CASE("two bodies yawed apart: the full moment is the Munk moment in heading and world frames",
          "[solver][interactions][analytic]") {
  const auto frame = GENERATE(HydroFrame::kHeading, HydroFrame::kWorld);
  Pair pair(frame, AddedMassCoriolis::kFull);
  CHECK((pair.found_momentum_rate() - pair.munk_moment()).norm() < kTolerance);
}

TEST_CASE("two free bodies, coupled in the frame of the first: momenta and energy are kept",
          "[solver][interactions][analytic][invariants]") {
  const auto drift = [](double step, const auto& quantity) {
    solver::Model model = coupled_pair(HydroFrame::kFirstBody, AddedMassCoriolis::kFull);
    model.step_ns = nanoseconds(step);
    Simulation simulation(model);
    const auto start = quantity(simulation);
    run(simulation, 4.0);
    return std::abs(quantity(simulation) - start);
  };
  const auto energy = [](const Simulation& s) { return kinetic_energy(s); };
  const auto moment = [](const Simulation& s) { return angular_momentum(s).norm(); };
  // Order 4: 16 times less at half the step.
  CHECK(drift(0.02, energy) < 1e-6);
  CHECK(drift(0.04, energy) / drift(0.02, energy) > 12.0);
  CHECK(drift(0.02, moment) < 1e-6);
}

TEST_CASE("two ships at right angles: blocks of a panel code are wrong in the first body's frame",
          "[solver][interactions]") {
  // Alike ships, nine times heavier to push abeam than ahead, side by side: nearly all of the water
  // moves with either. In its body frames the matrix is definite at any heading.
  Matrix12 A = 1e-3 * Matrix12::Identity();
  A.diagonal() << 1.0, 9.0, 5.0, 1.0, 1.0, 1.0, 1.0, 9.0, 5.0, 1.0, 1.0, 1.0;
  A(0, 6) = A(6, 0) = 0.9;
  A(1, 7) = A(7, 1) = 8.1;
  solver::Model model = coupled_pair(HydroFrame::kBody, AddedMassCoriolis::kOff);
  for (solver::RigidBody& body : model.bodies) body.mass = 0.5;
  model.bodies[0].pose.attitude = yawed(0.0);
  model.bodies[1].pose.attitude = yawed(kPi / 2.0);
  for (solver::RigidBody& body : model.bodies) body.angular_velocity.setZero();
  model.bodies[0].linear_velocity = {0.0, 1.0, 0.0};
  model.bodies[1].linear_velocity = {0.0, -1.0, 0.0};
  model.added_mass_interactions[0].blocks = blocks_of(A);
  // Body 1 moves abeam at 1, body 2 ahead at -1: (9 + 1) / 2 of the water, 1/2 of the bodies.
  CHECK(kinetic_energy(Simulation(model)) == Approx(5.5).epsilon(1e-14));

  model.added_mass_interactions[0].frame = HydroFrame::kFirstBody;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("must make mass plus added mass positive definite") &&
                        Catch::Contains("sway"));

  // Turned into the frame of the first body beforehand, the block gives the same again.
  Matrix6 relative = Matrix6::Zero();
  relative.topLeftCorner<3, 3>() = yawed(kPi / 2.0).toRotationMatrix();
  relative.bottomRightCorner<3, 3>() = relative.topLeftCorner<3, 3>();
  model.added_mass_interactions[0].blocks.off_diagonal *= relative.transpose();
  CHECK(kinetic_energy(Simulation(model)) == Approx(5.5).epsilon(1e-14));
}

TEST_CASE("a group of a database: the frame of a first body is refused", "[solver][interactions]") {
  solver::Model model = coupled_pair(HydroFrame::kHeading, AddedMassCoriolis::kOff);
  auto database = std::make_shared<hydro::Database>();
  database->bodies.resize(1);
  solver::HydrodynamicGroup group;
  group.name = "hull";
  group.database = database;
  group.bodies = {{"first", 0}};
  group.frame = HydroFrame::kFirstBody;
  model.hydrodynamics = {group};
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("hydrodynamics[0].added_mass.frame must be heading, body or world for a "
                      "group, got first_body"));
}

TEST_CASE("a static body in a pair: what its motion would carry vanishes",
          "[solver][interactions]") {
  const auto frame = any_frame();
  solver::Model pair = coupled_pair(frame, AddedMassCoriolis::kOff);
  pair.bodies[1].motion = solver::Motion::kStatic;
  pair.bodies[1].linear_velocity.setZero();
  pair.bodies[1].angular_velocity.setZero();
  solver::Model alone = pair;
  alone.added_mass_interactions[0].body2.clear();
  Simulation with(pair), without(alone);
  CHECK(with.state().bodies[1].momentum.isZero(0.0));
  run(with, 2.0);
  run(without, 2.0);
  CHECK(with.state().bodies[1].velocity.isZero(0.0));
  CHECK((with.state().bodies[0].velocity - without.state().bodies[0].velocity).norm() < kTolerance);
}
