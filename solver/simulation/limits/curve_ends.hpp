#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Where the curves of loads end: "beyond_curve" of each fender that is pressed further than its
/// table, of each line that is stretched further, where forces are what the last points make
/// likely. It costs a distance per line with a curve and a comparison per fender.
class CurveEnds {
 public:
  /// @param model of the simulation, which must outlive it
  explicit CurveEnds(const Model& model);

  /// One limit for each load of the model.
  std::uint64_t count() const { return model_->loads.size(); }

  /// @param first_limit that of the first load
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
