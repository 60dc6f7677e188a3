#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Limits at the ends of force curves. "beyond_curve" is reported for each fender that is
/// compressed [m], and each line that is strained [1], beyond the last point of its table; forces
/// are extrapolated there. The check costs one distance for each line with a curve and one
/// comparison for each fender.
class CurveEnds {
 public:
  /// @param model of the simulation, which must outlive it
  explicit CurveEnds(const Model& model);

  /// Number of limits: one for each load of the model.
  std::uint64_t count() const { return model_->loads.size(); }

  /// Records in `state` the limits that it exceeds.
  /// @param first_limit number in RunLimits of the limit of the first load
  void watch(std::uint64_t first_limit, State& state);

  /// @param passed the limit that was exceeded, with compressions [m] or strains [1]
  DescribedLimit describe(std::uint64_t load, const PassedLimit& passed) const;

 private:
  struct LineCurve {
    std::size_t load;
    Attachment point1, point2;
    double rest_length;  ///< m
    double end;          ///< [1], strain at the end of the curve
  };
  struct FenderCurve {
    std::size_t load;
    double end;  ///< m, compression at the end of the curve
  };

  const Model* model_;
  std::vector<LineCurve> lines_;
  std::vector<FenderCurve> fenders_;
  Kinematics bodies_;  ///< scratch: the motion of the bodies that lines are attached to
};

}  // namespace raftup::solver
