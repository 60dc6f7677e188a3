#pragma once

#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Limits of what steps make of lines that act over steps, from what a line keeps of it in its State,
/// see LineRecord:
/// - "safe_steps": more than 5 % of the steps, and 20 at least, ended as the safe step, which damps;
/// - "snap_unresolved": a line has gone slack at end a, and steps are too long for the snap that
///   follows.
class LineLimits {
 public:
  /// @param model model of the simulation, which must outlive this object
  explicit LineLimits(const Model& model);

  /// Number of limits: two for each load of the model.
  std::uint64_t count() const { return 2 * model_->loads.size(); }

  /// Records in `state` the limits that are exceeded in this state.
  /// @param first_limit number in RunLimits of the first limit of the first load
  void watch(std::uint64_t first_limit, State& state) const;

  /// Returns the texts of the finding for a limit, counted from that of the first load.
  DescribedLimit describe(std::uint64_t limit, const PassedLimit& passed) const;

 private:
  const Model* model_;
  std::vector<std::size_t> lines_;  ///< indices of the loads that act over steps
};

}  // namespace raftup::solver
