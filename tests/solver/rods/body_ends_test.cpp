/// @file The ends of rods condensed into the bodies that hold them.

#include "tests/solver/rods/body_ends.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/loads/rods/held_step.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using Motion = Eigen::Matrix<double, 3, 6>;

Motion motion_of(const Vector3& arm) {
  Motion J = Motion::Zero();
  J.leftCols<3>().setIdentity();
  for (int axis = 0; axis < 3; ++axis) J.col(3 + axis) = Vector3::Unit(axis).cross(arm);
  return J;
}

/// A symmetric, fully coupled matrix of a body with added mass.
Matrix6 body_matrix(double mass) {
  Matrix6 W = Matrix6::Identity();
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) W(i, k) += 0.1 * std::cos(1.0 + i * k + i + k);
  }
  return mass * W;
}

/// One step of a rod whose kept nodes are held by bodies or by the world, before elimination.
struct HeldRod {
  DiscreteRod rod;
  RodState state;
  std::vector<NodeMass> mass;
  std::vector<Vector3> force, end;
  std::vector<Holder> holders;
  TwistLoad twist{1e-4, {{0, 1, 0}, {0, 0, 1}}};
  RodStep step;
  double h = 0.05;
  bool twists = false;

  HeldRod(const End& first, const End& last, bool bends, std::vector<Holder> held,
          bool twisted = false, std::size_t count = 6)
      : rod(std::vector<Element>(count, element(bends)), first, last),
        state(RodState::at_rest(rod.straight({0, 0, 0}, {40, 5, -50}))),
        mass(dry_masses(rod)),
        force(weights(rod)),
        holders(std::move(held)),
        step(rod) {
    for (std::size_t i = 0; i < state.position.size(); ++i) {
      const auto at = static_cast<double>(i);
      state.position[i] += 0.3 * Vector3(std::sin(at), std::cos(2 * at), std::sin(3 * at));
      state.velocity[i] = Vector3(std::cos(at), std::sin(at), std::cos(3 * at));
    }
    for (std::size_t i = 0; i < state.position.size(); ++i) {
      end.push_back(state.position[i] + h * state.velocity[i]);
    }
    std::fill(state.tension.begin(), state.tension.end(), 1e5);
    twists = twisted;
    step.begin(state, {end, force, mass, {}, twist_load()}, h);
    step.linearize();
  }
  const TwistLoad* twist_load() const { return twists ? &twist : nullptr; }

  static Element element(bool bends) {
    Element element = element_of(10.0, 1e7, 20.0);
    element.bending_stiffness = bends ? 1e5 : 0.0;
    element.carries_compression = bends;
    return element;
  }
  std::size_t node_of(std::size_t holder) const {
    return holder < rod.kept_first() ? holder : rod.nodes().size() - holders.size() + holder;
  }
};

/// Solves for the changes of the twists of the bodies and of all nodes without condensing.
VectorXd monolithic(const HeldRod& held, const MatrixXd& W, const VectorXd& f,
                    const BlockBand& band) {
  const Eigen::Index dofs = W.rows();
  const auto nodes = held.rod.nodes().size();
  // Velocities of all nodes from the unknowns: bodies first, then the nodes that are not kept.
  MatrixXd map = MatrixXd::Zero(3 * static_cast<Eigen::Index>(nodes), dofs);
  std::vector<bool> kept(nodes, false);
  for (std::size_t i = 0; i < held.holders.size(); ++i) {
    kept[held.node_of(i)] = true;
    if (held.holders[i].body == Holder::kWorld) continue;
    map.block(3 * static_cast<Eigen::Index>(held.node_of(i)), first_dof(held.holders[i].body), 3,
              6) = 0.5 * motion_of(held.holders[i].arm);
  }
  for (std::size_t i = 0; i < nodes; ++i) {
    if (kept[i]) continue;
    map.conservativeResize(Eigen::NoChange, map.cols() + 3);
    map.rightCols<3>().setZero();
    map.block<3, 3>(3 * static_cast<Eigen::Index>(i), map.cols() - 3).setIdentity();
  }
  VectorXd right(map.rows());
  for (std::size_t i = 0; i < nodes; ++i)
    right.segment<3>(3 * static_cast<Eigen::Index>(i)) = band.right(i);
  MatrixXd A = map.transpose() * band.dense() * map;
  VectorXd b = map.transpose() * right;
  // The equations of the bodies times 1/(2 h), so that all of it is symmetric.
  A.topLeftCorner(dofs, dofs) += 0.5 / held.h * W;
  b.head(dofs) += 0.5 * f;
  return solve_regular(A, b);
}

void check_forces(const std::vector<Vector3>& found, const std::vector<Vector3>& expected) {
  double error = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    error = std::max(error, (found[i] - expected[i]).norm());
    scale = std::max(scale, expected[i].norm());
  }
  CHECK(error <= 1e-11 * scale);
}

void check_equal(const HeldRod& held, double body_mass, std::size_t bodies) {
  const auto dofs = first_dof(bodies);
  MatrixXd W = MatrixXd::Zero(dofs, dofs);
  VectorXd f(dofs);
  for (std::size_t b = 0; b < bodies; ++b)
    W.block<6, 6>(first_dof(b), first_dof(b)) = body_matrix(body_mass);
  for (Eigen::Index i = 0; i < dofs; ++i) f[i] = body_mass * std::cos(static_cast<double>(i));
  HeldRod copy = held;
  BlockBand& band = copy.step.band();
  const VectorXd expected = monolithic(copy, W, f, band);

  HeldStep as_held(copy.rod);
  std::vector<Vector3> velocities;
  for (std::size_t i = 0; i < copy.holders.size(); ++i) {
    velocities.push_back(copy.state.velocity[copy.node_of(i)]);
  }
  as_held.begin(copy.state, {{}, copy.force, copy.mass, {}, copy.twist_load()}, velocities, copy.h);

  BodyEnds ends(copy.holders);
  band.eliminate(true);
  ends.read(band);
  CHECK((as_held.damping() - band.condensed_matrix()).norm() <= 1e-12 * as_held.damping().norm());
  MatrixXd A = W;
  VectorXd b = copy.h * f;
  ends.add_matrix(0.5 * copy.h, A);
  ends.add_right(copy.h, b);
  const VectorXd change = solve_regular(A, b);
  ends.correct(0.5, change, copy.rod.kept_first(), copy.step.correction());
  copy.step.correct();
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    velocities[i] += copy.step.correction()[copy.node_of(i)];
  }
  check_forces(as_held.forces(velocities), ends.forces());

  CHECK((change - expected.head(dofs)).norm() < 1e-12 * expected.head(dofs).norm());
  Eigen::Index row = dofs;
  double error = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < copy.rod.nodes().size(); ++i) {
    if (copy.rod.is_kept(i)) continue;
    error = std::max(error, (copy.step.correction()[i] - expected.segment<3>(row)).norm());
    scale = std::max(scale, expected.segment<3>(row).norm());
    row += 3;
  }
  CHECK(error <= 1e-12 * scale);
}

}  // namespace

TEST_CASE("rod: condensed into bodies it moves as in one matrix with them", "[solver][rods]") {
  const Vector3 p(2, -1, 0.5), q(-4, 2, 1);
  const Holder first{0, p}, second{1, q}, same{0, q}, world{};
  const End pinned{EndKind::kPinned}, free{EndKind::kFree};
  for (const double ratio : {1e-3, 1.0, 1e3}) {
    const double mass = ratio * 60.0 * 20.0;
    INFO("ratio " << ratio);
    for (const bool bends : {false, true}) {
      check_equal({pinned, free, bends, {first}}, mass, 1);
      check_equal({pinned, pinned, bends, {first, world}}, mass, 1);
      check_equal({pinned, pinned, bends, {world, first}}, mass, 1);
      check_equal({pinned, pinned, bends, {first, second}}, mass, 2);
      check_equal({pinned, pinned, bends, {first, same}}, mass, 1);
    }
  }
}

TEST_CASE("rod: clamps condensed into bodies move as in one matrix with them", "[solver][rods]") {
  const Holder a{0, {2, -1, 0.5}}, b{0, {12, -1, 0.5}}, c{1, {-4, 2, 1}}, d{1, {-14, 2, 1}};
  const End clamped{EndKind::kClamped}, pinned{EndKind::kPinned};
  for (const double ratio : {1e-3, 1.0, 1e3}) {
    const double mass = ratio * 60.0 * 20.0;
    INFO("ratio " << ratio);
    check_equal({clamped, pinned, true, {a, b, Holder{}}}, mass, 1);
    check_equal({clamped, clamped, true, {a, b, c, d}}, mass, 2);
    check_equal({pinned, clamped, true, {c, a, b}}, mass, 2);
    check_equal({clamped, clamped, true, {a, b, c, d}, true}, mass, 2);
    // Without a node between the ends, and with one.
    check_equal({pinned, pinned, false, {a, c}, false, 1}, mass, 2);
    check_equal({clamped, clamped, true, {a, b, c, d}, true, 1}, mass, 2);
    check_equal({clamped, clamped, true, {a, b, c, d}, true, 2}, mass, 2);
  }
}

namespace {

/// Two balls without gravity, tied together by a rod between points of their surfaces.
struct TwoBalls {
  static constexpr double kMass = 500.0, kInertia = 200.0;
  DiscreteRod rod;
  std::array<Vector3, 2> place{Vector3(0, 0, 0), Vector3(30, 0, 0)};
  std::array<Quaternion, 2> turn{Quaternion::Identity(), Quaternion::Identity()};
  VectorXd twist = VectorXd::Zero(12);
  const std::array<Vector3, 2> point{Vector3(1, 0, 0), Vector3(-1, 0, 0)};
  RodState state;
  std::vector<NodeMass> mass;
  std::vector<Vector3> force;
  RodStep step;
  BodyEnds ends{{Holder{0}, Holder{1}}};

  TwoBalls()
      : rod(std::vector<Element>(10, element_of(2.8, 1e6, 10.0)), {}, {}),
        state(RodState::at_rest(rod.straight({1, 0, 0}, {29, 0, 0}))),
        mass(dry_masses(rod)),
        force(mass.size(), Vector3::Zero()),
        step(rod) {
    twist << 0, 3, 0, 0, 0, 1, 0, -3, 1, 0.2, 0, 0;
  }

  Vector3 arm(std::size_t body) const { return turn[body] * point[body]; }
  void move(std::size_t body, const VectorXd& mean, double h) {
    const Vector3 v = mean.segment<3>(first_dof(body)), w = mean.segment<3>(first_dof(body) + 3);
    place[body] += h * v;
    if (w.norm() > 0.0) turn[body] = Eigen::AngleAxisd(h * w.norm(), w.normalized()) * turn[body];
  }

  void advance(double h) {
    const std::array<Vector3, 2> start{arm(0), arm(1)};
    std::vector<Vector3> end(state.position);
    const auto places = place;
    const auto turns = turn;
    for (std::size_t b : {0, 1}) {
      move(b, twist, h);
      end[b == 0 ? 0 : end.size() - 1] = place[b] + arm(b);
      state.velocity[b == 0 ? 0 : end.size() - 1] =
          motion_of(start[b]) * twist.segment<6>(first_dof(b));
    }
    place = places;
    turn = turns;
    step.begin(state, {end, force, mass, {}, nullptr}, h);
    ends.begin({start[0], start[1]});
    VectorXd change;
    for (int i = 0; i < 6; ++i) {
      step.linearize();
      step.band().eliminate(true);
      ends.read(step.band());
      MatrixXd A = MatrixXd::Zero(12, 12);
      for (Eigen::Index b : {0, 6}) {
        A.block<3, 3>(b, b).diagonal().setConstant(kMass);
        A.block<3, 3>(b + 3, b + 3).diagonal().setConstant(kInertia);
      }
      VectorXd b = VectorXd::Zero(12);
      ends.add_matrix(0.5 * h, A);
      ends.add_right(h, b);
      change = solve_regular(A, b);
      ends.correct(0.5, change, 1, step.correction());
      step.correct();
      if (step.is_right()) break;
    }
    step.commit(state);
    for (std::size_t b : {0, 1}) move(b, twist + 0.5 * change, h);
    twist += change;
  }

  /// Momentum of the bodies and of the nodes between them [kg m/s].
  Vector3 momentum() const {
    Vector3 sum = kMass * (twist.segment<3>(0) + twist.segment<3>(6));
    for (std::size_t i = 0; i < mass.size(); ++i) {
      const bool last = i + 1 == mass.size();
      const Vector3 v =
          !rod.is_kept(i) ? state.velocity[i]
                          : Vector3(motion_of(arm(last ? 1 : 0)) * twist.segment<6>(last ? 6 : 0));
      sum += mass[i].across * v;
    }
    return sum;
  }
};

}  // namespace

// The half element at an end moves with its body, so its momentum is that of a point on a turning
// body to first order in the step.
TEST_CASE("rod: two bodies that it ties together keep their momentum", "[solver][rods]") {
  const auto lost = [](double h) {
    TwoBalls balls;
    const Vector3 start = balls.momentum();
    for (long i = 0; i < std::lround(4.0 / h); ++i) balls.advance(h);
    CHECK(balls.twist.segment<3>(0).norm() < 4.0);
    return (balls.momentum() - start).norm() / start.norm();
  };
  const double coarse = lost(0.02), fine = lost(0.01);
  CHECK(coarse < 1e-4);
  CHECK(fine < 0.6 * coarse);
}
