#include "hydro/excitation/refined_excitation.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/excitation/kept_by_data.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/state_space/sharp_resonances.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;
using Eigen::RowVectorXcd;

/// Databases whose refined excitations are kept: the nodes of a family that are near each other.
constexpr std::size_t kKeptExcitations = 64;
/// Least |X| of a dof, relative to the largest one of its kind: below it there is only noise.
constexpr double kNoise = 1e-3;

/// Returns the factors that put the phase of X at the body, one per direction and dof.
RowVectorXcd phases_at_body(const Database& database, double omega) {
  const double k = wavenumber(omega, database.water_depth, database.gravity);
  const Index dofs = database.dof_count();
  RowVectorXcd phases(dofs * database.wave_directions.size());
  for (Index d = 0; d < database.wave_directions.size(); ++d) {
    const auto [sin_b, cos_b] = sincos(database.wave_directions[d]);
    for (Index body = 0; body < database.body_count(); ++body) {
      const Vector3& center = database.bodies[static_cast<std::size_t>(body)].center_of_gravity;
      const auto [sine, cosine] = sincos(k * (center.x() * cos_b + center.y() * sin_b));
      phases.segment(d * dofs + kDofs * body, kDofs).setConstant(Complex(cosine, sine));
    }
  }
  return phases;
}

/// Returns the largest |X| of every column's dof, 0 for a dof with noise only.
Eigen::RowVectorXd sizes_of(const MatrixXcd& values, Index dofs) {
  const Eigen::RowVectorXd of_column = values.cwiseAbs().colwise().maxCoeff();
  Eigen::RowVectorXd of_dof = Eigen::RowVectorXd::Zero(dofs);
  for (Index first = 0; first < of_column.size(); first += dofs) {
    of_dof = of_dof.cwiseMax(of_column.segment(first, dofs));
  }
  for (Index kind : {0, 3}) {
    double largest = 0.0;
    for (Index dof = kind; dof < dofs; dof += kDofs) {
      largest = std::max(largest, of_dof.segment(dof, 3).maxCoeff());
    }
    for (Index dof = kind; dof < dofs; dof += kDofs) {
      for (double& size : of_dof.segment(dof, 3)) {
        if (size <= kNoise * largest) size = 0.0;
      }
    }
  }
  return of_dof.replicate(1, of_column.size() / dofs);
}

RefinedSeries refined_series(const Database& database) {
  require(!database.excitation.empty() && database.omega.size() > 0,
          "database.excitation must be given", "none");
  const Index dofs = database.dof_count(), directions = database.wave_directions.size();
  ResonantSeries series;
  series.omega = database.omega;
  series.values.resize(database.omega.size(), dofs * directions);
  series.at_rest.resize(dofs * directions);
  for (Index d = 0; d < directions; ++d) {
    const MatrixXcd& X = database.excitation.values[static_cast<std::size_t>(d)];
    series.values.middleCols(d * dofs, dofs) = X.transpose();
    series.at_rest.segment(d * dofs, dofs) =
        stiffness_in_heave(database).cast<Complex>().transpose();
  }
  for (Index k = 0; k < database.omega.size(); ++k) {
    const RowVectorXcd phases = phases_at_body(database, database.omega[k]);
    series.values.row(k) = phases.cwiseProduct(series.values.row(k));
  }
  series.scale = sizes_of(series.values, dofs);
  series.poles = sharp_resonances(database);
  series.factors = [&database](double omega) -> RowVectorXcd {
    return phases_at_body(database, omega).conjugate();
  };
  return refine_series(series);
}

}  // namespace

RefinedExcitation::RefinedExcitation(const Database& database)
    : RefinedExcitation(refined_series(database), database.wave_directions.size()) {}

RefinedExcitation::RefinedExcitation(const RefinedSeries& refined, Index directions)
    : directions_(directions), spline_(refined.omega, refined.values), errors_(refined.errors) {}

MatrixXcd RefinedExcitation::at(double omega, Index body) const {
  const Index dofs = spline_.values().cols() / directions_;
  MatrixXcd X(kDofs, directions_);
  for (Index d = 0; d < directions_; ++d) {
    X.col(d) = spline_.at(std::min(omega, omega_max()), d * dofs + kDofs * body, kDofs).transpose();
  }
  return X;
}

std::shared_ptr<const RefinedExcitation> refined_excitation(const Database& database) {
  static KeptByData<RefinedExcitation> kept(kKeptExcitations);
  return kept.of(database, [](const Database& data) { return RefinedExcitation(data); });
}

}  // namespace raftup::hydro
