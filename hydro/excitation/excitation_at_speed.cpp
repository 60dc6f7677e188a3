#include "hydro/excitation/excitation_at_speed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

std::vector<SpeedWeight> speed_weights(const VectorXd& speeds, double speed) {
  const double last = speeds[speeds.size() - 1], margin = kSpeedMargin * last;
  const bool is_known = speed >= -margin && speed <= last + margin;
  if (!is_known) {
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("speed through the water along the bow must lie within the speeds of "
                            "excitation_force_at_speed, 0 to {} m/s, got {:.6g}",
                            last, speed));
  }
  const double within = std::clamp(speed, 0.0, last);
  const double* const begin = speeds.data();
  const auto above =
      static_cast<std::size_t>(std::upper_bound(begin, begin + speeds.size(), within) - begin);
  const std::size_t below = above - 1;
  const double first = speeds[static_cast<Eigen::Index>(below)];
  if (within == first) return {{below, 1.0}};
  const double weight = (within - first) / (speeds[static_cast<Eigen::Index>(above)] - first);
  return {{below, 1.0 - weight}, {above, weight}};
}

Database with_excitation_at(const Database& database, const std::vector<SpeedWeight>& weights) {
  const std::vector<TransferFunction>& forces = database.excitation_at_speed.forces;
  Database moving = database;
  for (std::size_t h = 0; h < moving.excitation.values.size(); ++h) {
    MatrixXcd& sum = moving.excitation.values[h];
    sum.setZero();
    for (const SpeedWeight& each : weights) sum += each.weight * forces[each.speed].values[h];
  }
  moving.diffraction = {};
  if (database.froude_krylov.empty()) return moving;
  for (std::size_t h = 0; h < moving.excitation.values.size(); ++h) {
    moving.diffraction.values.emplace_back(moving.excitation.values[h] -
                                           database.froude_krylov.values[h]);
  }
  return moving;
}

}  // namespace raftup::hydro
