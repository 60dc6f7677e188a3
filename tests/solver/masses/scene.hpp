/// @file Bodies at different poses and what couples them, for the tests of the linear algebra.
#pragma once

#include <string>
#include <vector>

#include "solver/water/masses/system_matrix.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline MatrixXd random_definite(Eigen::Index size) {
  std::srand(7);
  const MatrixXd root = MatrixXd::Random(size, size);
  return root * root.transpose() + MatrixXd::Identity(size, size);
}

/// Bodies that stand, tilt and turn differently.
struct Scene {
  std::vector<solver::RigidBody> bodies;
  std::vector<solver::AddedMass> added_masses;
  solver::Kinematics kinematics;

  explicit Scene(std::size_t count) : kinematics(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto k = static_cast<double>(i);
      bodies.push_back(weightless_body("body" + std::to_string(i), 2.0 + k,
                                       {1.0 + k, 2.0, 3.0 - 0.2 * k}, Vector3::Zero()));
      kinematics[i].place({k, 0.0, 0.0}, solver::exponential({0.2 + 0.1 * k, -0.3, 0.5 + 2.0 * k}));
    }
  }

  void couple(std::vector<std::size_t> members,
              solver::HydroFrame frame = solver::HydroFrame::kHeading) {
    const MatrixXd A = random_definite(kDofs * static_cast<Eigen::Index>(members.size()));
    added_masses.emplace_back(std::move(members), A, frame, Matrix3::Identity(),
                              solver::AddedMassCoriolis::kOff);
  }

  std::vector<solver::MassGroup> groups() const {
    return solver::find_mass_groups(bodies.size(), added_masses);
  }
};

}  // namespace raftup::testing
