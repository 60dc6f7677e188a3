#include "hydro/second_order/direction_pairs_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

constexpr double kDegreesOfPair = 360.0 / kTwoPi;     ///< degrees per radian
constexpr double kCell = QuadraticSum::kHeadingStep;  ///< [rad] of headings

/// Index of a direction of the data; -1 if it is none.
Index place_of(const VectorXd& directions, double direction) {
  const auto found = std::lower_bound(directions.begin(), directions.end(), direction);
  return found != directions.end() && *found == direction ? found - directions.begin() : -1;
}

/// Rows or columns of a direction in a matrix over the nodes.
auto of_direction(Index direction, Index count, Index frequencies) {
  return Eigen::seqN(direction, frequencies, count);
}

void require_all_pairs(const Eigen::MatrixXi& known, const VectorXd& directions,
                       const std::string& field) {
  for (Index i = 0; i < known.rows(); ++i) {
    for (Index j = 0; j < known.cols(); ++j) {
      require(known(i, j) > 0,
              fmt::format("database.{} must have pairs of all of its directions for "
                          "second_order.directions filed",
                          field),
              fmt::format("none of {:.6g} and {:.6g} deg", directions[i] * kDegreesOfPair,
                          directions[j] * kDegreesOfPair));
    }
  }
}

}  // namespace

DirectionPairTransfer::DirectionPairTransfer(const Database& database, Index body, Kind of_pairs)
    : kind(of_pairs) {
  const bool difference = kind == Kind::kDifference;
  const QuadraticTransferFunction& qtf = difference ? database.qtf_difference : database.qtf_sum;
  omega = qtf.omega;
  directions = directions_of_pairs(qtf);
  const Index n = omega.size(), m = directions.size();
  std::array<Eigen::MatrixXi, kDofs> known;
  for (const auto& entry : qtf.entries) {
    const Index i = place_of(directions, entry.direction_1);
    const Index j = place_of(directions, entry.direction_2);
    if (entry.influenced_dof / kDofs != body || i < 0 || j < 0) continue;
    const auto dof = static_cast<std::size_t>(entry.influenced_dof % kDofs);
    if (values[dof].size() == 0) {
      values[dof] = MatrixXcd::Zero(n * m, n * m);
      known[dof] = Eigen::MatrixXi::Zero(m, m);
    }
    const auto rows = of_direction(i, m, n), columns = of_direction(j, m, n);
    values[dof](rows, columns) += entry.values;
    values[dof](columns, rows) +=
        difference ? MatrixXcd(entry.values.adjoint()) : MatrixXcd(entry.values.transpose());
    ++known[dof](i, j);
    ++known[dof](j, i);
  }
  for (std::size_t dof = 0; dof < values.size(); ++dof) {
    if (values[dof].size() == 0) continue;
    require_all_pairs(known[dof], directions, difference ? "qtf_difference" : "qtf_sum");
    for (Index p = 0; p < n; ++p) {
      for (Index q = 0; q < n; ++q) {
        values[dof].block(p * m, q * m, m, m).array() /= known[dof].cast<Complex>().array();
      }
    }
  }
}

DirectionPairsSum::DirectionPairsSum(const DirectionPairTransfer& transfer, const Sea& sea,
                                     const PairedComponents& components, double rest_heading,
                                     std::optional<double> cutoff)
    : components_(components),
      headings_(transfer.directions),
      rest_heading_(rest_heading),
      frequency_count_(transfer.omega.size()),
      of_group_(transfer.omega, sea, components) {
  const Index m = transfer.directions.size(), size = transfer.omega.size() * m;
  for (std::size_t dof = 0; dof < forms_.size(); ++dof) {
    MatrixXcd T = transfer.values[dof];
    if (T.size() == 0) continue;
    for (Index p = 0; cutoff && p < size; ++p) {
      for (Index q = 0; q < size; ++q) {
        if (std::abs(transfer.omega[p / m] - transfer.omega[q / m]) > *cutoff) T(p, q) = 0.0;
      }
    }
    forms_[dof] = BandedBlocks(real_form(T, transfer.kind == DirectionPairTransfer::Kind::kSum));
  }
  const auto blocks = (2 * static_cast<std::size_t>(size) + kLaneCount - 1) / kLaneCount;
  for (Vectors* vectors : {&nodes_, &per_x_, &per_y_, &per_turn_}) {
    for (auto& vector : *vectors) vector.resize(blocks);
  }
}

std::vector<DirectionPairsSum::Weights> DirectionPairsSum::weights_in(long cell) const {
  std::vector<Weights> weights;
  for (const PairedComponents::Group& group : components_.groups()) {
    const double seen = group.direction - rest_heading_ - static_cast<double>(cell) * kCell;
    const VectorXd begin = headings_.weights(seen);
    weights.push_back({begin, headings_.weights(seen - kCell) - begin});
  }
  return weights;
}

/// Adds the waves of a group at one instant to the vectors of all nodes.
/// @param place of the heading in its cell [1], 0 to 1
void DirectionPairsSum::add_group(const Weights& weights, const PairedComponents::Group& group,
                                  std::size_t instant, double place) {
  const Index m = weights.begin.size();
  const double* b = of_group_.amplitudes()[instant].data()->data();
  const double* along = of_group_.along()[instant].data()->data();
  double* v = nodes_[instant].data()->data();
  double* v_x = per_x_[instant].data()->data();
  double* v_y = per_y_[instant].data()->data();
  double* v_turn = per_turn_[instant].data()->data();
  for (Index d = 0; d < m; ++d) {
    const double w = weights.begin[d] + place * weights.change[d];
    const double slope = weights.change[d] / kCell;
    for (Index number = 0; number < 2 * frequency_count_; number += 2) {
      for (const Index part : {0, 1}) {
        const Index from = number + part, to = number * m + 2 * d + part;
        v[to] += w * b[from];
        v_x[to] += group.way.x() * w * along[from];
        v_y[to] += group.way.y() * w * along[from];
        v_turn[to] += slope * b[from];
      }
    }
  }
}

void DirectionPairsSum::add(const PairedWaves& waves, const std::array<double, 3>& turned,
                            PathForces& forces) {
  for (Vectors* vectors : {&nodes_, &per_x_, &per_y_, &per_turn_}) set_zero(*vectors);
  for (std::size_t g = 0; g < components_.groups().size(); ++g) {
    const PairedComponents::Group& group = components_.groups()[g];
    of_group_.fill(group, waves.phasors);
    for (std::size_t n = 0; n < forces.size(); ++n) {
      const double number = std::floor(turned[n] / kCell);
      const auto& weights = cells_.at(to_integer<long>(number, "steps of the heading from rest"),
                                      [this](long cell) { return weights_in(cell); });
      add_group(weights[g], group, n, turned[n] / kCell - number);
    }
  }
  for (std::size_t dof = 0; dof < forms_.size(); ++dof) {
    if (forms_[dof].is_zero()) continue;
    forms_[dof].multiply(nodes_, products_);
    const auto row = static_cast<Index>(dof);
    for (std::size_t n = 0; n < forces.size(); ++n) {
      forces[n].force[row] += dot(nodes_[n], products_[n]);
      if (n == 0) continue;
      forces[n].per_x[row] += 2.0 * dot(per_x_[n], products_[n]);
      forces[n].per_y[row] += 2.0 * dot(per_y_[n], products_[n]);
      forces[n].per_u[row] += 2.0 * dot(per_turn_[n], products_[n]);
    }
  }
}

}  // namespace raftup::hydro
