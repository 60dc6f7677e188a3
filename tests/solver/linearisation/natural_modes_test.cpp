/// @file Natural modes of many bodies against closed forms, and what too many are told.
#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/linearisation/mode_search.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr auto kFile = solver::RadiationSource::kFile;

/// Bodies side by side that only their moorings hold; those of equal `kinds` are alike.
solver::Model moored_bodies(std::size_t count, std::size_t kinds) {
  std::vector<solver::RigidBody> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    const double mass = 1e5 * static_cast<double>(1 + i % kinds);
    bodies.push_back(weightless_body("body" + std::to_string(i), mass, 2.0 * mass * Vector3::Ones(),
                                     {50.0 * static_cast<double>(i), 0.0, 0.0}));
  }
  solver::Model model = model_of(bodies);
  Vector6 stiffness;
  stiffness << 1e4, 1.1e4, 1.2e4, 2.6e4, 2.8e4, 3.1e4;
  for (const solver::RigidBody& body : bodies) {
    model.loads.push_back(mooring("hold_" + body.name, body.name, stiffness, Vector6::Zero()));
  }
  return model;
}

/// Bodies that may surge, in a row between two walls, with equal springs between neighbours.
solver::Model row_of_springs(std::size_t count) {
  const std::array<bool, 6> surge{true, false, false, false, false, false};
  std::vector<solver::RigidBody> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    bodies.push_back(weightless_body("body" + std::to_string(i), 1e3, Vector3::Ones() * 1e3,
                                     {10.0 * static_cast<double>(i + 1), 0.0, 0.0}, surge));
  }
  solver::Model model = model_of(bodies);
  for (std::size_t i = 0; i <= count; ++i) {
    solver::PointSpring spring;
    spring.body1 = i < count ? bodies[i].name : bodies[count - 1].name;
    if (i > 0 && i < count) spring.body2 = bodies[i - 1].name;
    if (i == 0) spring.point2 = Vector3::Zero();
    if (i == count) spring.point2 = {10.0 * static_cast<double>(count + 1), 0.0, 0.0};
    spring.rest_length = 10.0;
    spring.stiffness = 4e3;
    model.loads.push_back({"spring" + std::to_string(i), spring});
  }
  return model;
}

/// Two boxes in one group whose water couples them, A falling with the frequency.
std::shared_ptr<hydro::Database> coupled_boxes() {
  auto database = std::make_shared<hydro::Database>(
      *floating_box({20.0, 10.0, 2.0}, 1e5 * Matrix6::Identity()));
  database->bodies.push_back(database->bodies[0]);
  database->bodies[1].name = "box2";
  database->omega = VectorXd::LinSpaced(30, 0.1, 3.0);
  for (const double omega : database->omega) {
    MatrixXd A = MatrixXd::Identity(12, 12);
    A.topRightCorner(6, 6).diagonal().setConstant(0.2);
    A.bottomLeftCorner(6, 6).diagonal().setConstant(0.2);
    database->added_mass.emplace_back((2e5 + 3e5 / (1.0 + omega * omega)) * A);
    database->radiation_damping.emplace_back(MatrixXd::Zero(12, 12));
  }
  database->added_mass_infinite.reset();
  return database;
}

}  // namespace

TEST_CASE("natural modes: a hundred free bodies have each their own", "[linearisation][analytic]") {
  const auto linear = linearized(moored_bodies(100, 100));
  const auto modes = linear.modes();
  REQUIRE(modes.size() == 600);
  const std::array<double, 6> per_mass{0.1,  0.11, 0.12,
                                       0.13, 0.14, 0.155};  // k / m of body 1, 1/s2
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if (k > 0) CHECK(modes[k - 1].omega <= modes[k].omega * (1.0 + 1e-9));
    Eigen::Index dof = 0;
    CHECK(modes[k].shape.maxCoeff(&dof) == 1.0);
    CHECK((modes[k].shape.array() != 0.0).count() == 1);  // nothing of any other body
    const double body = static_cast<double>(dof / kDofs + 1);
    const double expected = per_mass[static_cast<std::size_t>(dof % kDofs)] / body;
    CHECK(modes[k].omega == Approx(std::sqrt(expected)).epsilon(1e-9));
  }
}

TEST_CASE("natural modes: of bodies that are alike come in the order of the bodies",
          "[linearisation]") {
  const auto modes = linearized(moored_bodies(9, 3)).modes();
  REQUIRE(modes.size() == 54);
  for (std::size_t k = 0; k + 2 < modes.size(); k += 3) {
    std::array<Eigen::Index, 3> dof{};
    for (std::size_t m = 0; m < 3; ++m) modes[k + m].shape.maxCoeff(&dof.at(m));
    CHECK(dof[1] == dof[0] + 18);
    CHECK(dof[2] == dof[1] + 18);
  }
}

TEST_CASE("natural modes: of a row of equal masses and springs are those of the chain",
          "[linearisation][analytic]") {
  constexpr std::size_t kCount = 30;
  const auto modes = linearized(row_of_springs(kCount)).modes();
  REQUIRE(modes.size() == kCount);
  for (std::size_t j = 1; j <= kCount; ++j) {
    const double angle = kPi * static_cast<double>(j) / (kCount + 1);
    CHECK(modes[j - 1].omega == Approx(2.0 * 2.0 * std::sin(0.5 * angle)).epsilon(1e-9));
    // neighbours move by sin(j (i + 1) pi / (n + 1))
    const VectorXd& x = modes[j - 1].shape;
    CHECK(x[kDofs] * std::sin(angle) ==
          Approx(x[0] * std::sin(2.0 * angle)).epsilon(0.0).margin(1e-9));
  }
}

TEST_CASE("natural modes: a hundred bodies in one chain of springs are solved as one",
          "[linearisation][analytic]") {
  constexpr std::size_t kCount = 100;
  solver::Model model = moored_bodies(kCount, 1);
  for (std::size_t i = 0; i + 1 < kCount; ++i) {
    solver::PointSpring spring;
    spring.body1 = model.bodies[i].name;
    spring.body2 = model.bodies[i + 1].name;
    spring.rest_length = 50.0;
    spring.stiffness = 4e3;
    spring.damping = 3e2;
    model.loads.push_back({"spring" + std::to_string(i), spring});
  }
  const auto linear = linearized(model);
  const auto modes = linear.modes();
  REQUIRE(modes.size() == kDofs * kCount);
  std::size_t in_surge = 0;
  for (const solver::NaturalMode& mode : modes) {
    Eigen::Index largest = 0;
    mode.shape.cwiseAbs().maxCoeff(&largest);
    if (largest % kDofs != 0) continue;
    // free ends: omega^2 m = k + 4 s sin^2(pi j / 2n), damping in the proportion of the springs'
    const double angle = kPi * static_cast<double>(in_surge++) / (2.0 * kCount);
    const double of_springs = 4.0 * std::pow(std::sin(angle), 2);
    CHECK(mode.omega == Approx(std::sqrt((1e4 + 4e3 * of_springs) / 1e5)).epsilon(1e-9));
    CHECK(mode.modal_mass == Approx(1e5 * mode.shape.squaredNorm()).epsilon(1e-12));
    CHECK(mode.modal_damping ==
          Approx(3e2 * of_springs * mode.shape.squaredNorm()).epsilon(1e-6).margin(1e-6));
  }
  CHECK(in_surge == kCount);
}

TEST_CASE("natural modes: where added mass depends on the frequency, each is at its own",
          "[linearisation][analytic]") {
  solver::Model model = floating_model(coupled_boxes(), {Vector3::Ones(), Vector3::Ones()}, 0.01);
  const auto linear = linearized(model, solver::OperatingPoint::kEquilibrium, kFile);
  const auto modes = linear.modes();
  REQUIRE(modes.size() == 6);  // of each box heave, roll and pitch: together and against each other
  const solver::LinearMatrices& of = linear.matrices();
  for (const solver::NaturalMode& mode : modes) {
    const VectorXd omega = VectorXd::Constant(1, mode.omega);
    const MatrixXd inertia = of.mass + linear.water().added_mass(omega).front();
    const VectorXd restoring = of.restoring * mode.shape;
    const VectorXd left = restoring - mode.omega * mode.omega * (inertia * mode.shape);
    CHECK(left.norm() <= 1e-9 * restoring.norm());
    CHECK(mode.modal_mass == Approx(mode.shape.dot(inertia * mode.shape)).epsilon(1e-12));
    CHECK(mode.modal_damping == 0.0);  // the database has none
    // of two entries that are equally large the first is 1
    const auto first = std::find(mode.shape.begin(), mode.shape.end(), 1.0) - mode.shape.begin();
    REQUIRE(first < kDofs);
    CHECK(std::abs(mode.shape[first + kDofs]) == Approx(1.0).epsilon(1e-9));
  }
}

TEST_CASE("natural modes: two of one frequency in one group are both found",
          "[linearisation][edge]") {
  auto database = coupled_boxes();
  for (MatrixXd& A : database->added_mass) A = MatrixXd(A.diagonal().asDiagonal());
  const auto linear = linearized(floating_model(database, {Vector3::Ones(), Vector3::Ones()}, 0.01),
                                 solver::OperatingPoint::kEquilibrium, kFile);
  const auto modes = linear.modes();
  REQUIRE(modes.size() == 6);
  for (std::size_t k = 0; k < 6; k += 2) {
    CHECK(modes[k].omega == Approx(modes[k + 1].omega).epsilon(1e-11));
    const double together = modes[k].shape.dot(modes[k + 1].shape);
    CHECK(std::abs(together) <= 1e-6 * modes[k].shape.norm() * modes[k + 1].shape.norm());
  }
}

TEST_CASE("natural modes: more than can be had in seconds is refused", "[linearisation]") {
  const std::size_t many = solver::kMostLinearBodies + 1;
  CHECK_THROWS_WITH(linearized(moored_bodies(many, 1)),
                    "a model to be linearised must have at most 250 bodies, got 251: linearise "
                    "those apart that nothing couples");
  CHECK_NOTHROW(solver::require_searchable(solver::kMostSearchedMotions));
  CHECK_THROWS_WITH(
      solver::require_searchable(solver::kMostSearchedMotions + 1),
      "modes must be asked of at most 240 free motions that databases with an added mass of every "
      "frequency couple, got 241: leave modes out, or linearise a part of the bodies");
}
