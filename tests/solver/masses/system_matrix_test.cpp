#include "solver/water/masses/system_matrix.hpp"

#include <numeric>

#include "solver/numerics/linear/cholesky.hpp"
#include "solver/water/masses/heading_system_matrix.hpp"
#include "solver/water/masses/world_system_matrix.hpp"
#include "tests/solver/masses/scene.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// Bodies that are all coupled.
Scene coupled_scene(std::size_t count, HydroFrame frame = HydroFrame::kHeading) {
  Scene scene(count);
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  scene.couple(all, frame);
  return scene;
}

BodyVectors some_momenta(std::size_t count) {
  BodyVectors momenta(count);
  for (std::size_t i = 0; i < count; ++i) {
    momenta[i] << 1.0, -2.0, 3.0 + static_cast<double>(i), 0.5, 0.25, -1.0;
  }
  return momenta;
}

double largest_difference(const BodyVectors& a, const BodyVectors& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, (a[i] - b[i]).cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

TEST_CASE("cholesky: solves what it factorises, at sizes with and without unrolled code",
          "[solver][linear]") {
  for (const Eigen::Index size : {0, 1, 3, 6, 7, 9, 20, 27, 48}) {
    const MatrixXd W = random_definite(size);
    Cholesky factor(size);
    factor.matrix() = W;
    REQUIRE_FALSE(factor.factorize());
    const VectorXd x = VectorXd::LinSpaced(size, -1.0, 2.0);
    VectorXd b = W * x;
    factor.solve(b.data());
    CHECK((b - x).norm() <= 1e-12 * (1.0 + x.norm()));
  }
}

TEST_CASE("cholesky: the first pivot that is not positive is named", "[solver][linear]") {
  MatrixXd W = MatrixXd::Identity(4, 4);
  W(2, 2) = -1.0;
  Cholesky factor(4);
  factor.matrix() = W;
  CHECK(factor.factorize() == Eigen::Index{2});
}

TEST_CASE("system matrix: in heading frames with a Schur complement as in world axes",
          "[solver][linear]") {
  const auto count = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5});
  Scene scene = coupled_scene(count);
  const auto held = GENERATE(0, 1, 2, 3);
  if (held == 1) scene.bodies[0].free = {false, false, true, false, false, false};
  if (held == 2) scene.bodies[0].free = {true, true, false, true, true, true};
  if (held == 3) scene.bodies.back().motion = Motion::kStatic;
  HeadingSystemMatrix fast(scene.bodies, scene.added_masses, scene.groups().front());
  WorldSystemMatrix general(scene.bodies, scene.added_masses, scene.groups().front());
  const BodyVectors momenta = some_momenta(count);
  BodyVectors found(count), expected(count);
  fast.factorize(scene.kinematics);
  fast.solve(scene.kinematics, momenta, found);
  general.factorize(scene.kinematics);
  general.solve(scene.kinematics, momenta, expected);
  CHECK(largest_difference(found, expected) < 1e-13);
}

TEST_CASE("system matrix: W times its solution is the momentum again", "[solver][linear]") {
  const auto frame = GENERATE(HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld);
  Scene scene = coupled_scene(2, frame);
  const auto W = make_system_matrix(scene.bodies, scene.added_masses, scene.groups().front());
  const BodyVectors momenta = some_momenta(2);
  BodyVectors velocities(2), product(2, Vector6::Zero());
  W->factorize(scene.kinematics);
  W->solve(scene.kinematics, momenta, velocities);
  scene.added_masses[0].add_product(scene.kinematics, velocities, 1.0, product);
  for (std::size_t i = 0; i < 2; ++i) {
    const Matrix3& R = scene.kinematics[i].rotation;
    product[i].head<3>() += scene.bodies[i].mass * velocities[i].head<3>();
    product[i].tail<3>() += R * scene.bodies[i].inertia * R.transpose() * velocities[i].tail<3>();
  }
  CHECK(largest_difference(product, momenta) < 1e-13);
}

TEST_CASE("system matrix: bodies that nothing couples are groups of their own",
          "[solver][linear]") {
  std::vector<AddedMass> added_masses;
  const auto couple = [&](std::vector<std::size_t> bodies) {
    const auto size = kDofs * static_cast<Eigen::Index>(bodies.size());
    added_masses.emplace_back(std::move(bodies), MatrixXd::Identity(size, size),
                              HydroFrame::kHeading, Matrix3::Identity(), AddedMassCoriolis::kOff);
  };
  couple({3, 1});
  couple({4});
  couple({1, 0});
  const std::vector<MassGroup> groups = find_mass_groups(6, added_masses);
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].bodies == std::vector<std::size_t>{3, 1, 0});
  CHECK(groups[0].added_masses == std::vector<std::size_t>{0, 2});
  CHECK(groups[1].bodies == std::vector<std::size_t>{4});
  CHECK(groups[2].bodies == std::vector<std::size_t>{2});
  CHECK(groups[3].bodies == std::vector<std::size_t>{5});
}

TEST_CASE("added mass: its rate product is the change of A_w v as the bodies turn",
          "[solver][linear]") {
  const auto frame = GENERATE(HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld);
  Scene scene = coupled_scene(2, frame);
  scene.kinematics[0].velocity << 1.0, 2.0, -1.0, 0.3, -0.2, 0.4;
  scene.kinematics[1].velocity << -1.0, 0.5, 2.0, -0.1, 0.6, -0.3;
  const double h = 1e-5;
  const auto momentum_at = [&](double time) {
    Kinematics moved = scene.kinematics;
    BodyVectors velocities(2), momenta(2, Vector6::Zero());
    for (std::size_t i = 0; i < 2; ++i) {
      const Vector3 omega = moved[i].velocity.tail<3>();
      moved[i].place(moved[i].position, exponential(time * omega) * moved[i].attitude);
      velocities[i] = moved[i].velocity;
    }
    scene.added_masses[0].add_product(moved, velocities, 1.0, momenta);
    return momenta;
  };
  BodyVectors rate(2, Vector6::Zero());
  scene.added_masses[0].add_rate_product(scene.kinematics, 1.0, rate);
  const BodyVectors later = momentum_at(h), earlier = momentum_at(-h);
  for (std::size_t i = 0; i < 2; ++i) {
    // Central difference: h^2 = 1e-10 times third derivatives of order ten.
    CHECK((rate[i] - (later[i] - earlier[i]) / (2.0 * h)).norm() < 1e-8);
  }
}
