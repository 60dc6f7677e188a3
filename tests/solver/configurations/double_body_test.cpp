/// @file A ship that passes another without waves: a family with added mass alone.
#include <array>

#include "hydro/configurations/family_layout.hpp"
#include "tests/solver/configurations/families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using solver::Simulation;

namespace {

constexpr double kSphereMass = 4.0 / 3.0 * kPi * 1000.0;  // of water in a sphere of radius 1 m

/// Added mass of two spheres of radius 1 m in unbounded water, in surge and sway of both; the second
/// is at q from the first. With c = |q| and n = q/c, to the order of c^-6,
///   A_11 = A_22 = 2/3 pi rho (1 + 3/4 c^-6 (1 + 3 n n^T)), A_12 = pi rho c^-3 (1 - 3 n n^T).
/// @source Lamb (1932), articles 137 and 138
Eigen::Matrix4d spheres_added_mass(const Vector2& q) {
  const double c3 = std::pow(q.norm(), 3);
  const Eigen::Matrix2d along = q * q.transpose() / q.squaredNorm();
  const Eigen::Matrix2d unit = Eigen::Matrix2d::Identity();
  const double rho_pi = 1000.0 * kPi;
  Eigen::Matrix4d A;
  A.topLeftCorner<2, 2>() = A.bottomRightCorner<2, 2>() =
      2.0 / 3.0 * rho_pi * (unit + 0.75 / (c3 * c3) * (unit + 3.0 * along));
  A.topRightCorner<2, 2>() = A.bottomLeftCorner<2, 2>() = rho_pi / c3 * (unit - 3.0 * along);
  return A;
}

/// A file with the added mass at every .25 m of the way and no other coefficients, read again.
Family spheres_side_by_side() {
  std::vector<Configuration> positions;
  std::vector<hydro::Database> nodes;
  const std::array<Eigen::Index, 4> dofs{0, 1, 6, 7};
  for (const double x : every(0.25, -7.0, 7.0)) {
    for (const double y : every(0.25, 2.5, 3.5)) {
      const Configuration& q = positions.emplace_back(x, y, 0.0);
      hydro::Database& node = nodes.emplace_back(bare_pair(q));
      (*node.added_mass_infinite)(dofs, dofs) = spheres_added_mass(q.head<2>());
    }
  }
  return std::make_shared<const hydro::DatabaseFamily>(
      hydro::read_family(hydro::write_family(positions, nodes)));
}

/// Two masses that move by p' = -+ 1/2 v^T (dA/dq) v, p = (m + A) v, with Lamb's A.
class LambSpheres {
 public:
  LambSpheres(const Vector2& q, const Eigen::Vector4d& velocities)
      : q_(q), momenta_(mass(q) * velocities) {}

  void run(double duration, double step) {
    for (int n = 0; n < std::lround(duration / step); ++n) {
      const Rate k1 = rate(q_, momenta_);
      const Rate k2 = rate(q_ + 0.5 * step * k1.q, momenta_ + 0.5 * step * k1.momenta);
      const Rate k3 = rate(q_ + 0.5 * step * k2.q, momenta_ + 0.5 * step * k2.momenta);
      const Rate k4 = rate(q_ + step * k3.q, momenta_ + step * k3.momenta);
      q_ += step / 6.0 * (k1.q + 2.0 * k2.q + 2.0 * k3.q + k4.q);
      momenta_ += step / 6.0 * (k1.momenta + 2.0 * k2.momenta + 2.0 * k3.momenta + k4.momenta);
    }
  }
  const Vector2& q() const { return q_; }
  Eigen::Vector4d velocities() const { return mass(q_).inverse() * momenta_; }

 private:
  struct Rate {
    Vector2 q;
    Eigen::Vector4d momenta;
  };
  static Eigen::Matrix4d mass(const Vector2& q) {
    return kSphereMass * Eigen::Matrix4d::Identity() + spheres_added_mass(q);
  }
  static Rate rate(const Vector2& q, const Eigen::Vector4d& momenta) {
    const Eigen::Vector4d v = mass(q).inverse() * momenta;
    Vector2 force;
    for (Eigen::Index i = 0; i < 2; ++i) {
      const Vector2 step = 1e-4 * Vector2::Unit(i);
      const Eigen::Matrix4d slope = (mass(q + step) - mass(q - step)) / 2e-4;
      force[i] = 0.5 * v.dot(slope * v);
    }
    Rate result{v.tail<2>() - v.head<2>(), {}};
    result.momenta << -force, force;
    return result;
  }

  Vector2 q_;
  Eigen::Vector4d momenta_;
};

Eigen::Vector4d horizontal(const Simulation& simulation, Vector6 solver::BodyState::*of) {
  Eigen::Vector4d both;
  for (Eigen::Index i = 0; i < 2; ++i) {
    const solver::BodyState& body = simulation.state().bodies[static_cast<std::size_t>(i)];
    both.segment<2>(2 * i) = (body.*of).head<2>();
  }
  return both;
}

}  // namespace

TEST_CASE("two spheres pass at 3 m by a family with added mass alone: Lamb's motion, momentum kept",
          "[solver][configurations][analytic]") {
  solver::Model model = pair_model(spheres_side_by_side(), {-6.0, 3.0, 0.0}, kSphereMass,
                                   {true, true, false, false, false, false}, 0.01);
  model.bodies[1].linear_velocity.x() = 1.0;
  model.stepper = solver::StepperKind::kRungeKutta4;
  Simulation simulation(model);
  LambSpheres expected({-6.0, 3.0}, horizontal(simulation, &solver::BodyState::velocity));
  const auto total = [&] {
    const Eigen::Vector4d p = horizontal(simulation, &solver::BodyState::momentum);
    return Vector2(p.head<2>() + p.tail<2>());
  };
  const Vector2 start = total();
  double pushed = 0.0;
  for (int second = 0; second < 12; ++second) {
    const Eigen::Vector4d before = horizontal(simulation, &solver::BodyState::momentum);
    simulation.step();
    // What the first gains the second loses.
    const Eigen::Vector4d gain = horizontal(simulation, &solver::BodyState::momentum) - before;
    CHECK((gain.head<2>() + gain.tail<2>()).norm() <= 1e-14 * start.norm());  // round-off
    pushed = std::max(pushed, gain.head<2>().norm());
    run(simulation, 0.99);
    CHECK((total() - start).norm() <= 1e-10 * start.norm());
    expected.run(1.0, 0.01);
    const Eigen::Vector4d found = horizontal(simulation, &solver::BodyState::velocity);
    CHECK((found - expected.velocities()).norm() <= 1e-3);  // .04 is the largest of the first
  }
  CHECK(pushed > 5e-7 * start.norm());  // in a step of .01 s
  CHECK(expected.q().x() > 5.9);
}
