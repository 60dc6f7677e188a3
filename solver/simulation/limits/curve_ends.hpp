#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Limits by the ends of force curves. "beyond_curve" is reported for each fender that is
/// compressed, and each line that is stretched, beyond the last point of its table; forces are
/// extrapolated there. The check costs one distance for each line with a curve and one comparison
/// for each fender.
class CurveEnds {
 public:
  /// @param model of the simulation, which must outlive it
  explicit CurveEnds(const Model& model);

  /// Number of limits: one for each load of the model.
  std::uint64_t count() const { return model_->loads.size(); }

  /// @param first_limit number of the limit of the first load
  void watch(std::uint64_t first_limit, State& state);

  /// @param passed with compressions [m] or strains
  DescribedLimit describe(std::uint64_t load, const PassedLimit& passed) const;

 private:
  struct LineCurve {
    std::size_t load;
    Attachment point1, point2;
    double rest_length;  ///< m
    double end;          ///< strain
  };
  struct FenderCurve {
    std::size_t load;
    double end;  ///< m
  };

  const Model* model_;
  std::vector<LineCurve> lines_;
  std::vector<FenderCurve> fenders_;
  Kinematics bodies_;  ///< scratch: those of lines
};

}  // namespace raftup::solver
