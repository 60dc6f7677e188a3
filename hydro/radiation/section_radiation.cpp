#include "hydro/radiation/section_radiation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/cubic_spline.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Parts of an interval of frequencies, between which the splines are lines, as in ElevationMemory.
constexpr Index kParts = 16;
/// The damping is continued to this multiple of the last frequency, where it is an eighth of what
/// it is there.
constexpr double kTail = 2.0;

/// Rows of a section or of a body, one 6 x 6N matrix per frequency.
struct FrequencyRows {
  std::vector<MatrixXd> added_mass, damping;
};

/// Sets the columns of all other bodies to zero.
void drop_interaction(Index body, std::vector<MatrixXd>& rows) {
  for (MatrixXd& matrix : rows) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      if (column / kDofs != body) matrix.col(column).setZero();
    }
  }
}

FrequencyRows rows_of_body(const Database& database, Index body) {
  FrequencyRows rows;
  for (Index k = 0; k < database.omega.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    rows.added_mass.emplace_back(database.added_mass[at].middleRows<kDofs>(kDofs * body));
    rows.damping.emplace_back(database.radiation_damping[at].middleRows<kDofs>(kDofs * body));
  }
  return rows;
}

/// Returns for each dof the inverse of the largest |B_jj| + omega |A_jj|, so that columns of
/// different units count alike; 0 for a dof without radiation.
VectorXd column_weights(const Database& database) {
  VectorXd largest = VectorXd::Zero(database.dof_count());
  for (Index k = 0; k < database.omega.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    largest = largest.cwiseMax(database.radiation_damping[at].diagonal().cwiseAbs() +
                               database.omega[k] * database.added_mass[at].diagonal().cwiseAbs());
  }
  return largest.unaryExpr([](double value) { return value > 0.0 ? 1.0 / value : 0.0; });
}

/// Returns the shares of least squares, each 0 to 1.
Vector6 shares_of(const VectorXd& omega, const VectorXd& weights, const FrequencyRows& section,
                  const FrequencyRows& body) {
  Vector6 common = Vector6::Zero(), whole = Vector6::Zero();
  for (Index k = 0; k < omega.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto add = [&](const MatrixXd& part, const MatrixXd& of_body, double factor) {
      const MatrixXd scaled = factor * factor * of_body * weights.asDiagonal();
      common += scaled.cwiseProduct(part).rowwise().sum();
      whole += scaled.cwiseProduct(of_body).rowwise().sum();
    };
    add(section.damping[at], body.damping[at], 1.0);
    add(section.added_mass[at], body.added_mass[at], omega[k]);
  }
  Vector6 share = Vector6::Zero();
  for (Index i = 0; i < kDofs; ++i) {
    if (whole[i] > 0.0) share[i] = std::clamp(common[i] / whole[i], 0.0, 1.0);
  }
  return share;
}

FrequencyRows remainder_of(const Vector6& share, FrequencyRows section, const FrequencyRows& body) {
  for (std::size_t k = 0; k < section.damping.size(); ++k) {
    section.damping[k] -= share.asDiagonal() * body.damping[k];
    section.added_mass[k] -= share.asDiagonal() * body.added_mass[k];
  }
  return section;
}

/// Returns the frequencies of a file and further ones with its widest step up to kTail times the
/// last [rad/s].
VectorXd with_tail(const VectorXd& omega) {
  const Index filed = omega.size();
  const double last = omega[filed - 1];
  const double widest = (omega.tail(filed - 1) - omega.head(filed - 1)).maxCoeff();
  const auto further =
      to_integer<Index>(std::ceil((kTail - 1.0) * last / widest), "steps of a tail");
  VectorXd extended(filed + further);
  extended.head(filed) = omega;
  for (Index k = 1; k <= further; ++k) {
    extended[filed + k - 1] =
        last + (kTail - 1.0) * last * static_cast<double>(k) / static_cast<double>(further);
  }
  return extended;
}

/// Continues the damping as omega^-3: one column per frequency.
MatrixXd extended_row(const std::vector<MatrixXd>& damping, Index row, const VectorXd& omega) {
  const auto filed = static_cast<Index>(damping.size());
  MatrixXd values(damping.front().cols(), omega.size());
  for (Index k = 0; k < omega.size(); ++k) {
    const Index known = std::min(k, filed - 1);
    const double fall = omega[known] / omega[k];
    values.col(k) =
        fall * fall * fall * damping[static_cast<std::size_t>(known)].row(row).transpose();
  }
  return values;
}

/// Returns weights W by which values of the damping at 0 and at the frequencies give the integrals
/// PV (2/pi) int B(y) / (y^2 - omega^2) dy at each frequency of the file; B is a cubic spline, 0 at
/// 0 and 0 beyond the last frequency.
class DispersionIntegral {
 public:
  DispersionIntegral(const VectorXd& filed, const VectorXd& extended) : knots_{0.0} {
    knots_.insert(knots_.end(), extended.begin(), extended.end());
    const auto intervals = static_cast<Index>(knots_.size()) - 1;
    const double last = knots_.back();
    grid_.resize(kParts * intervals + 2);
    for (Index i = 0; i < kParts * intervals; ++i) {
      const auto knot = static_cast<std::size_t>(i / kParts);
      const double share = static_cast<double>(i % kParts) / static_cast<double>(kParts);
      grid_[i] = knots_[knot] + share * (knots_[knot + 1] - knots_[knot]);
    }
    // A jump at the end would make the integral infinite at the frequencies beside it.
    grid_[kParts * intervals] = last;
    grid_[kParts * intervals + 1] = last + (last - grid_[kParts * intervals - 1]);
    weights_.resize(filed.size(), grid_.size());
    for (Index k = 0; k < filed.size(); ++k) {
      weights_.row(k) = 2.0 / std::numbers::pi * dispersion_weights(grid_, filed[k]).transpose();
    }
  }

  /// Returns the integrals for damping values at the extended frequencies.
  VectorXd of(const VectorXd& damping) const {
    std::vector<double> known = {0.0};
    known.insert(known.end(), damping.begin(), damping.end());
    const CubicSpline spline(knots_, known);
    VectorXd fine = VectorXd::Zero(grid_.size());
    for (Index i = 0; i + 1 < grid_.size(); ++i) fine[i] = spline.at(grid_[i]).value;
    return weights_ * fine;
  }

 private:
  std::vector<double> knots_;
  VectorXd grid_;
  MatrixXd weights_;  ///< frequencies of the file x grid
};

/// Returns dA, the mean over omega of what the damping does not explain of the added mass.
MatrixXd infinite_remainder(const std::vector<MatrixXd>& added_mass,
                            const std::vector<MatrixXcd>& damping, std::size_t first,
                            const DispersionIntegral& dispersion) {
  MatrixXd infinite(kDofs, added_mass.front().cols());
  const auto count = static_cast<double>(added_mass.size());
  for (Index row = 0; row < kDofs; ++row) {
    const MatrixXcd& of_row = damping[first + static_cast<std::size_t>(row)];
    for (Index column = 0; column < infinite.cols(); ++column) {
      double sum = -dispersion.of(of_row.row(column).real().transpose()).sum();
      for (const MatrixXd& at : added_mass) sum += at(row, column);
      infinite(row, column) = sum / count;
    }
  }
  return infinite;
}

}  // namespace

SectionRadiation::SectionRadiation(const Database& database,
                                   const std::vector<std::size_t>& sections, bool body_interaction,
                                   double step) {
  require(!database.added_mass.empty() && !database.radiation_damping.empty(),
          "a database with sections must have added mass and radiation damping over frequency");
  const VectorXd weights = column_weights(database);
  Database remainders;  // the rows of the remainders in the places of elevations
  remainders.bodies = database.bodies;
  remainders.omega = with_tail(database.omega);
  const DispersionIntegral dispersion(database.omega, remainders.omega);
  std::vector<std::size_t> points;
  for (const std::size_t index : sections) {
    const SectionRows& filed = database.sections[index];
    FrequencyRows section{filed.added_mass, filed.radiation_damping};
    FrequencyRows body = rows_of_body(database, filed.body);
    for (auto* rows : {&section, &body}) {
      if (body_interaction) break;
      drop_interaction(filed.body, rows->added_mass);
      drop_interaction(filed.body, rows->damping);
    }
    const Vector6 share = shares_of(database.omega, weights, section, body);
    const FrequencyRows rest = remainder_of(share, std::move(section), body);
    const std::size_t first = remainders.field.radiation.size();
    for (Index row = 0; row < kDofs; ++row) {
      points.push_back(remainders.field.radiation.size());
      remainders.field.radiation.emplace_back(
          extended_row(rest.damping, row, remainders.omega).cast<Complex>());
    }
    rows_.push_back({share, infinite_remainder(rest.added_mass, remainders.field.radiation, first,
                                               dispersion)});
  }
  memory_ = std::make_shared<const ElevationMemory>(remainders, points, step);
}

Vector6 SectionRadiation::remaining_memory(const MemoryState& state, std::size_t section) const {
  Vector6 force;
  for (Index row = 0; row < kDofs; ++row) {
    force[row] = memory_->elevation(state, kDofs * section + static_cast<std::size_t>(row));
  }
  return force;
}

}  // namespace raftup::hydro
