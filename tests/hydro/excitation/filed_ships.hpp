/// @file Databases of the excitation's tests, where their bodies stand, and how far two forces are
/// apart.
#pragma once

#include <vector>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/excitation/excitation.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

inline hydro::Database hemisphere() { return hydro::read_bemio(own_data() / "hemisphere.h5"); }
inline hydro::Database alongside() { return hydro::read_bemio(own_data() / "alongside.h5"); }

/// Every body where the database has it, the database's frame standing at the world's.
inline std::vector<hydro::HorizontalPose> filed_poses(const hydro::Database& database) {
  std::vector<hydro::HorizontalPose> poses;
  for (const hydro::DatabaseBody& body : database.bodies) {
    poses.push_back({body.center_of_gravity.x(), body.center_of_gravity.y(), 0.0});
  }
  return poses;
}

/// The coefficients at some of the frequencies.
inline hydro::Database part_of(const hydro::Database& whole,
                               const std::vector<Eigen::Index>& kept) {
  hydro::Database part = whole;
  part.omega = whole.omega(kept);
  for (MatrixXcd& force : part.excitation.values) force = force(Eigen::all, kept).eval();
  part.added_mass.clear();
  part.radiation_damping.clear();
  for (const Eigen::Index k : kept) {
    part.added_mass.push_back(whole.added_mass[static_cast<std::size_t>(k)]);
    part.radiation_damping.push_back(whole.radiation_damping[static_cast<std::size_t>(k)]);
  }
  return part;
}

/// The coefficients at every `step`-th frequency.
inline hydro::Database thinned(const hydro::Database& whole, Eigen::Index step) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < whole.omega.size(); k += step) kept.push_back(k);
  return part_of(whole, kept);
}

/// Largest difference over the largest value.
inline double difference(const VectorXd& a, const VectorXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

}  // namespace raftup::testing
