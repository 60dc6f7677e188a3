#pragma once

#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Limits that are the ends of force curves. "beyond_curve" is reported for each load that is
/// compressed or stretched beyond the last point of its table (LoadDescription::curve_end());
/// forces [N] are extrapolated there. The check computes one distance for each line with a curve
/// and makes one comparison for each fender.
class CurveEnds {
 public:
  /// @param model model of the simulation, which must outlive this object
  explicit CurveEnds(const Model& model);

  /// Number of limits: one for each load of the model.
  std::uint64_t count() const { return model_->loads.size(); }

  /// Records in `state` the ends of curves that are exceeded in this state.
  /// @param first_limit number in RunLimits of the limit of the first load
  void watch(std::uint64_t first_limit, State& state);

  /// Returns the texts of the finding for a load.
  /// @param load   index of the load in the model
  /// @param passed the limit that was exceeded, with compressions [m] or strains [1]
  DescribedLimit describe(std::uint64_t load, const PassedLimit& passed) const;

 private:
  struct Curve {
    std::size_t load;
    CurveEnd end;
  };

  const Model* model_;
  /// The curves over compression come first: if several limits are exceeded in one step, they are
  /// recorded in this order.
  std::vector<Curve> curves_;
  Kinematics bodies_;  ///< scratch memory for the motion of the bodies
};

}  // namespace raftup::solver
