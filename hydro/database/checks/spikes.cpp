#include "hydro/database/spikes.hpp"

#include <fmt/format.h>

#include <string>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Least height of a spike in the search.
constexpr double kAllowedHeight = SpikeSearch::kLeastHeight;

/// The highest spike so far.
struct Highest {
  Spike spike;
  Index dof = -1;
  const char* quantity = "";
};

void search(const SpikeSearch& spikes, Index dof, const char* quantity,
            const std::vector<MatrixXd>& matrices, Highest& highest) {
  const VectorXd curve = entry_over_frequency(matrices, dof, dof);
  const double range = curve_range(curve);
  if (range <= 0.0) return;
  for (const Spike& spike : spikes.in(curve, range)) {
    if (spike.height > highest.spike.height) highest = {spike, dof, quantity};
  }
}

std::string place_of(const Database& database, const Highest& highest) {
  if (highest.dof < 0) return "has none";
  const double first = database.omega[highest.spike.first];
  const double last = database.omega[highest.spike.first + highest.spike.count - 1];
  const std::string where = first == last ? fmt::format("at {:.4g} rad/s", first)
                                          : fmt::format("at {:.4g} to {:.4g} rad/s", first, last);
  return fmt::format("{} of {} has one of {:.3g} % {}", highest.quantity,
                     dof_name(database, highest.dof), 100.0 * highest.spike.height, where);
}

}  // namespace

std::optional<Check> check_spikes(const Database& database) {
  const SpikeSearch spikes(database.omega);
  if (!spikes.can_judge() || database.radiation_damping.empty()) return std::nullopt;
  Highest highest;
  for (const Index dof : radiating_dofs(database)) {
    search(spikes, dof, "added mass", database.added_mass, highest);
    search(spikes, dof, "radiation damping", database.radiation_damping, highest);
  }
  return Check{"irregular_frequency", highest.spike.height, kAllowedHeight,
               fmt::format("added mass and radiation damping must have no spike above {:g} % of "
                           "their range, {}",
                           100.0 * kAllowedHeight, place_of(database, highest))};
}

}  // namespace raftup::hydro
