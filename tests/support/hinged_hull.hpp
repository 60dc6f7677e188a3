/// @file A box hull with a hinge amidships: as one body with a mode, and as two bodies with a joint.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "solver/linearisation/linearisation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/flexible_hull.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline constexpr double kRollRadius = 5.0;
inline constexpr double kHinge = 4e8;      ///< stiffness of the hinge amidships [N m/rad]
inline constexpr double kGenerator = 2e8;  ///< damping of the hinge [N m s/rad]

inline Matrix3 inertia_of(double length) {
  const double mass = StripHull::kMassPerLength * length;
  const double across = mass * length * length / 12.0;
  return Vector3(mass * kRollRadius * kRollRadius, across, across).asDiagonal();
}

inline const std::vector<StripHull::Part> kHalves{{-60.0, 0.0}, {0.0, 60.0}};

inline std::shared_ptr<const hydro::Database> halves_database() {
  static const auto database =
      std::make_shared<const hydro::Database>(StripHull::database(kHalves, {{}, {}}));
  return database;
}

/// The motions of two half hulls with those of the whole and of a hinge amidships, whose shape is
/// (-z sign x, 0, |x|).
inline MotionMap hinge_map() {
  MotionMap map;
  map.motions = MatrixXd::Zero(12, 7);
  map.mass = MatrixXd::Zero(12, 12);
  for (Eigen::Index half = 0; half < 2; ++half) {
    const Vector3 center(kHalves[static_cast<std::size_t>(half)].center(), 0.0, 0.0);
    const double side = half == 0 ? 1.0 : -1.0;  // turn of the half about y
    map.motions.block<6, 6>(6 * half, 0) = hydro::twist_transform({center});
    map.motions.block<3, 1>(6 * half, 6) = (side * Vector3::UnitY()).cross(center);
    map.motions(6 * half + 4, 6) = side;
    map.mass.block<3, 3>(6 * half, 6 * half) =
        60.0 * StripHull::kMassPerLength * Matrix3::Identity();
    map.mass.block<3, 3>(6 * half + 3, 6 * half + 3) = inertia_of(60.0);
  }
  map.stiffness = MatrixXd::Constant(1, 1, 3.0 * kHinge);  // of the 4 for an angle of 2 q
  return map;
}

/// The hull with a hinge as its mode.
/// @param places points at which the shape is given besides the ends and the middle [m]
inline solver::Model hinged_mode(double step, const std::vector<Vector3>& places = {}) {
  const hydro::Database whole = StripHull::database({{-60.0, 60.0}}, {{}});
  std::vector<std::pair<Vector3, MatrixXd>> points;
  const auto add = [&](const Vector3& at) {
    const double side = at.x() < 0.0 ? -1.0 : 1.0;
    points.emplace_back(at, Vector3(-at.z() * side, 0.0, std::abs(at.x())));
  };
  for (const double x : {-60.0, 0.0, 60.0}) add({x, 0.0, 0.0});
  add({40.0, 0.0, 3.0});
  for (const Vector3& place : places) add(place);
  const auto database = std::make_shared<const hydro::Database>(
      flexible_database(*halves_database(), whole.bodies[0], hinge_map(), points));
  solver::Model model = flexible_model(database, inertia_of(120.0), step);
  model.bodies[0].modes->stiffness = {kHinge};
  model.bodies[0].modes->damping = {4.0 * kGenerator};
  return model;
}

/// The same as two bodies and a joint with a spring and a generator.
inline solver::Model hinged_halves(double step) {
  solver::Model model = floating_model(halves_database(), {Vector3::Ones()}, step);
  for (solver::RigidBody& body : model.bodies) body.inertia = inertia_of(60.0);
  solver::Joint joint;
  joint.name = "hinge";
  joint.type = solver::JointType::kHinge;
  joint.body1 = "body1";
  joint.body2 = "body2";
  joint.axis = Vector3::UnitY();
  joint.drives.push_back({0, solver::SpringDamper{kHinge, kGenerator, 0.0}});
  model.joints.push_back(joint);
  return model;
}

/// Checks that two models have the same natural frequencies: their squares to 2e-6.
inline void check_same_frequencies(const solver::Model& one, const solver::Model& two) {
  const auto frequencies = [](const solver::Model& model) {
    using namespace solver;
    const Linearization linear(model, nullptr, {OperatingPoint::kRest, RadiationSource::kFile},
                               nullptr);
    std::vector<double> omega;
    for (const NaturalMode& mode : linear.modes()) omega.push_back(mode.omega);
    std::sort(omega.begin(), omega.end());
    return omega;
  };
  const std::vector<double> of_one = frequencies(one), of_two = frequencies(two);
  REQUIRE(of_one.size() == of_two.size());
  for (std::size_t i = 0; i < of_one.size(); ++i) {
    const double expected = of_two[i] * of_two[i];
    CHECK(of_one[i] * of_one[i] == Approx(expected).epsilon(2e-6).margin(1e-7));
  }
}

}  // namespace raftup::testing
