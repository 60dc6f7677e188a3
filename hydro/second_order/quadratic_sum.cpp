#include "hydro/second_order/quadratic_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {

BodyQuadraticTransfer::BodyQuadraticTransfer(const Database& database, Eigen::Index body,
                                             Kind of_pairs)
    : kind(of_pairs) {
  const bool difference = kind == Kind::kDifference;
  const QuadraticTransferFunction& qtf = difference ? database.qtf_difference : database.qtf_sum;
  omega = qtf.omega;
  directions = directions_of_pairs(qtf);
  require(directions.size() > 0,
          fmt::format("database.{} must have pairs of waves of one direction",
                      difference ? "qtf_difference" : "qtf_sum"),
          qtf.entries.empty() ? "no entries" : "only pairs of two directions");
  values.resize(static_cast<std::size_t>(directions.size()));
  for (const auto& entry : qtf.entries) {
    if (entry.direction_1 != entry.direction_2 || entry.influenced_dof / kDofs != body) continue;
    const auto d = std::lower_bound(directions.begin(), directions.end(), entry.direction_1) -
                   directions.begin();
    MatrixXcd& value =
        values[static_cast<std::size_t>(d)][static_cast<std::size_t>(entry.influenced_dof % kDofs)];
    const MatrixXcd mirrored =
        difference ? MatrixXcd(entry.values.adjoint()) : MatrixXcd(entry.values.transpose());
    value = 0.5 * (entry.values + mirrored);
  }
}

QuadraticSum::QuadraticSum(BodyQuadraticTransfer transfer, const Sea& sea,
                           const PairedComponents& components, double rest_heading,
                           std::optional<double> cutoff)
    : transfer_(std::move(transfer)),
      components_(components),
      headings_(transfer_.directions),
      rest_heading_(rest_heading),
      cutoff_(cutoff),
      nodes_(transfer_.omega, sea, components),
      remembered_(components.groups().size()) {}

/// Returns the real form of the weighted sum of the matrices of the data.
MatrixXd QuadraticSum::form_of(std::size_t dof, const VectorXd& weights) const {
  const Eigen::Index n = transfer_.omega.size();
  MatrixXcd T = MatrixXcd::Zero(n, n);
  for (std::size_t d = 0; d < transfer_.values.size(); ++d) {
    const MatrixXcd& filed = transfer_.values[d][dof];
    if (filed.size() > 0) T += weights[static_cast<Eigen::Index>(d)] * filed;
  }
  for (Eigen::Index p = 0; cutoff_ && p < n; ++p) {
    for (Eigen::Index q = 0; q < n; ++q) {
      if (std::abs(transfer_.omega[p] - transfer_.omega[q]) > *cutoff_) T(p, q) = 0.0;
    }
  }
  return real_form(T, transfer_.kind == BodyQuadraticTransfer::Kind::kSum);
}

QuadraticSum::Cell QuadraticSum::interpolated(double direction, long number) const {
  const auto at = [&](long edge) {
    return headings_.weights(direction - static_cast<double>(edge) * kHeadingStep);
  };
  const VectorXd begin = at(number), end = at(number + 1);
  const VectorXd half_curvature = 0.25 * (at(number - 1) - begin - end + at(number + 2));
  Cell cell;
  for (std::size_t dof = 0; dof < kDofCount; ++dof) {
    cell[dof] = {BandedBlocks(form_of(dof, begin)),
                 BandedBlocks(form_of(dof, end - begin - half_curvature)),
                 BandedBlocks(form_of(dof, half_curvature))};
  }
  return cell;
}

const QuadraticSum::Cell& QuadraticSum::cell(std::size_t group, long number) {
  RememberedCell& place = remembered_[group][static_cast<std::size_t>(number) % kRememberedCells];
  if (place.number != number || !place.cell) {
    const double direction = components_.groups()[group].direction - rest_heading_;
    place = {number, interpolated(direction, number)};
  }
  return *place.cell;
}

/// Adds u^power v^T S v and its gradient 2 u^power (dv)^T S v.
void QuadraticSum::add_product(const BandedBlocks& S, Eigen::Index dof, int power,
                               const PathParameters& u, PathForces& forces) {
  if (S.is_zero()) return;
  S.multiply(nodes_.amplitudes(), products_);
  for (std::size_t n = 0; n < forces.size(); ++n) {
    const double factor = power == 0 ? 1.0 : power == 1 ? u[n] : u[n] * u[n];
    const double slope = power == 0 ? 0.0 : power == 1 ? 1.0 : 2.0 * u[n];
    const double value = dot(nodes_.amplitudes()[n], products_[n]);
    ForceGradient& force = forces[n];
    force.force[dof] += factor * value;
    if (n == 0) continue;
    force.per_u[dof] += slope * value;
    force.per_x[dof] += 2.0 * factor * dot(nodes_.along()[n], products_[n]);
  }
}

PathForces QuadraticSum::sum(const Cell& cell, const PathParameters& u) {
  PathForces forces = no_forces();
  for (std::size_t dof = 0; dof < kDofCount; ++dof) {
    for (int power = 0; power < 3; ++power) {
      add_product(cell[dof][static_cast<std::size_t>(power)], static_cast<Eigen::Index>(dof), power,
                  u, forces);
    }
  }
  return forces;
}

void QuadraticSum::add(const PairedWaves& waves, const std::array<double, 3>& turned,
                       PathForces& forces) {
  for (std::size_t group = 0; group < components_.groups().size(); ++group) {
    const Vector2 way = components_.groups()[group].way;
    nodes_.fill(components_.groups()[group], waves.phasors);
    PathForces sums;
    double last = 0.0;
    for (std::size_t n = 0; n < forces.size(); ++n) {
      const double number = std::floor(turned[n] / kHeadingStep);
      if (n == 0 || number != last) {
        sums = sum(cell(group, to_integer<long>(number, "steps of the heading from rest")),
                   {turned[0] / kHeadingStep - number, turned[1] / kHeadingStep - number,
                    turned[2] / kHeadingStep - number});
      }
      last = number;
      forces[n].force += sums[n].force;
      forces[n].per_u += sums[n].per_u / kHeadingStep;
      forces[n].per_x += way.x() * sums[n].per_x;
      forces[n].per_y += way.y() * sums[n].per_x;
    }
  }
}

}  // namespace raftup::hydro
