#include "hydro/second_order/drift_coefficients.hpp"

#include <algorithm>
#include <set>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

GridPlace place_in(const VectorXd& grid, double value) {
  const double* begin = grid.data();
  const double* last = begin + std::max<Eigen::Index>(grid.size() - 1, 1);
  return place_near(grid, value, std::upper_bound(begin + 1, last, value) - begin - 1);
}

GridPlace place_near(const VectorXd& grid, double value, Eigen::Index near) {
  const Eigen::Index last = grid.size() - 1;
  if (value < grid[0] * (1.0 - kSameFrequency) || value > grid[last] * (1.0 + kSameFrequency)) {
    return {};
  }
  if (last == 0) return {0, 0.0, true};
  Eigen::Index lower = near;
  while (lower > 0 && value < grid[lower]) --lower;
  while (lower + 1 < last && value >= grid[lower + 1]) ++lower;
  return {lower, (value - grid[lower]) / (grid[lower + 1] - grid[lower]), true};
}

VectorXd directions_of_pairs(const QuadraticTransferFunction& qtf) {
  std::set<double> directions;
  for (const auto& entry : qtf.entries) {
    if (entry.direction_1 == entry.direction_2) directions.insert(entry.direction_1);
  }
  VectorXd ascending(static_cast<Eigen::Index>(directions.size()));
  std::copy(directions.begin(), directions.end(), ascending.begin());
  return ascending;
}

DriftCoefficients::DriftCoefficients(const Database& database, Eigen::Index body) {
  if (!database.mean_drift_force.empty()) {
    read_drift(database, body);
    return;
  }
  require(directions_of_pairs(database.qtf_difference).size() > 0,
          "database.mean_drift_force must be given, or qtf_difference of waves of one direction",
          "neither");
  read_diagonal(database.qtf_difference, body);
}

void DriftCoefficients::read_drift(const Database& database, Eigen::Index body) {
  directions_ = database.wave_directions;
  omega_.resize(database.omega.size() + 1);
  omega_ << 0.0, database.omega;
  values_.assign(static_cast<std::size_t>(omega_.size()),
                 MatrixXd::Zero(kDofs, directions_.size()));
  for (Eigen::Index k = 1; k < omega_.size(); ++k) {
    for (Eigen::Index d = 0; d < directions_.size(); ++d) {
      values_[static_cast<std::size_t>(k)].col(d) =
          database.mean_drift_force[static_cast<std::size_t>(d)].col(k - 1).segment(kDofs * body,
                                                                                    kDofs);
    }
  }
}

void DriftCoefficients::read_diagonal(const QuadraticTransferFunction& qtf, Eigen::Index body) {
  directions_ = directions_of_pairs(qtf);
  omega_.resize(qtf.omega.size() + 1);
  omega_ << 0.0, qtf.omega;
  values_.assign(static_cast<std::size_t>(omega_.size()),
                 MatrixXd::Zero(kDofs, directions_.size()));
  for (const auto& entry : qtf.entries) {
    if (entry.direction_1 != entry.direction_2 || entry.influenced_dof / kDofs != body) continue;
    const Eigen::Index d =
        std::lower_bound(directions_.begin(), directions_.end(), entry.direction_1) -
        directions_.begin();
    for (Eigen::Index k = 1; k < omega_.size(); ++k) {
      values_[static_cast<std::size_t>(k)](entry.influenced_dof % kDofs, d) =
          entry.values(k - 1, k - 1).real();
    }
  }
}

MatrixXd DriftCoefficients::at(double omega) const {
  const GridPlace place = place_in(omega_, omega);
  if (!place.inside) return MatrixXd::Zero(kDofs, directions_.size());
  return (1.0 - place.fraction) * filed(place.lower) + place.fraction * filed(place.lower + 1);
}

}  // namespace raftup::hydro
