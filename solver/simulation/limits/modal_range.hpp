#pragma once

#include <cstdint>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

/// The limit of small modes: "modal_range" if the modes displace a point of a flexible body by more
/// than 2 % of its length. The equations have constant matrices, which holds for small modes only.
class ModalRange {
 public:
  /// @param model model of the simulation with carriers, which must outlive this object
  explicit ModalRange(const Model& model);

  /// Number of limits: one for each flexible body.
  std::uint64_t count() const { return bodies_.size(); }

  /// Records in `state` the limits that this state exceeds [m].
  /// @param first_limit number in RunLimits of the first of these limits
  void watch(std::uint64_t first_limit, State& state) const;

  /// Returns the texts of the finding for a limit, counted from the first of these.
  DescribedLimit describe(std::uint64_t limit, const PassedLimit& passed) const;

 private:
  struct Body {
    std::size_t body;
    double length;  ///< of the body [m]
    std::vector<ModePlace> places;
    std::vector<MatrixXd> shapes;  ///< at the points that are watched, 3 x m [1]
  };

  const Model* model_;
  std::vector<Body> bodies_;
};

}  // namespace raftup::solver
