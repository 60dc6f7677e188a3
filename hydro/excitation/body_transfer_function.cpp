#include "hydro/excitation/body_transfer_function.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

BodyTransferFunction::BodyTransferFunction(const Database& database, Eigen::Index body)
    : omega_(database.omega.size() + 1) {
  require(!database.excitation.empty() && database.omega.size() > 0,
          "database.excitation must be given", "none");
  omega_ << 0.0, database.omega;
  const DatabaseBody& hull = database.bodies[static_cast<std::size_t>(body)];
  const Eigen::Index directions = database.wave_directions.size();
  const Vector6 long_wave_limit = hull.hydrostatic_stiffness.col(2);
  values_.emplace_back(long_wave_limit.cast<Complex>().replicate(1, directions));
  for (Eigen::Index i = 0; i < database.omega.size(); ++i) {
    const double k = wavenumber(database.omega[i], database.water_depth, database.gravity);
    MatrixXcd value(kDofs, directions);
    for (Eigen::Index d = 0; d < directions; ++d) {
      const auto [sin_b, cos_b] = sincos(database.wave_directions[d]);
      const auto [sine, cosine] =
          sincos(k * (hull.center_of_gravity.x() * cos_b + hull.center_of_gravity.y() * sin_b));
      value.col(d) = Complex(cosine, sine) *
                     database.excitation.values[static_cast<std::size_t>(d)].col(i).segment(
                         kDofs * body, kDofs);
    }
    values_.push_back(std::move(value));
  }
}

MatrixXcd BodyTransferFunction::at(double omega) const {
  const double* begin = omega_.data();
  const double* end = begin + omega_.size();
  const auto upper = std::upper_bound(begin + 1, end - 1, omega) - begin;
  const auto lower = upper - 1;
  const double fraction = (omega - omega_[lower]) / (omega_[upper] - omega_[lower]);
  const MatrixXcd& below = values_[static_cast<std::size_t>(lower)];
  const MatrixXcd& above = values_[static_cast<std::size_t>(upper)];
  return (1.0 - fraction) * below + fraction * above;
}

}  // namespace raftup::hydro
