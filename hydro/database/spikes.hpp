#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Neighbouring frequencies [rad/s] whose values stand out of a curve.
struct Spike {
  Eigen::Index first = 0;  ///< index of the lowest of these frequencies
  Eigen::Index count = 1;
  /// largest distance from the curve [1], relative to the range of the search
  double height = 0.0;
};

/// One entry of the matrices over their frequencies; empty without matrices.
VectorXd entry_over_frequency(const std::vector<MatrixXd>& matrices, Eigen::Index row,
                              Eigen::Index column);

/// The range to which heights in a curve are relative: from its lowest to its highest value [unit
/// of the curve], but at least a tenth of its largest magnitude, since the noise of a nearly
/// constant curve is no spike.
double curve_range(const VectorXd& curve);

/// A search for spikes in curves over one grid of frequencies [rad/s]. Spikes come from irregular
/// frequencies of the panel method and from mistakes of typing. A run of one to three frequencies
/// is a spike if
/// - it deviates from the cubic through the two points on each side of it by more than kLeastHeight
/// of
///   the range, and its ends by a quarter of that, and
/// - the two points on each side deviate at least five times less from cubics of their own, through
///   points outside the run. Beside a resonance that the frequencies resolve, the curve is not so
///   smooth.
/// The shortest runs are taken first, and runs do not overlap. The first and the last four
/// frequencies are not judged, because the curve beyond them is not known. Immutable.
class SpikeSearch {
 public:
  /// Least height of a spike, relative to the range of its curve [1]. Chosen, not swept.
  static constexpr double kLeastHeight = 2e-2;

  /// @param omega [rad/s], strictly ascending; fewer than nine have no spikes
  explicit SpikeSearch(const VectorXd& omega);

  /// True if there are enough frequencies to judge one [rad/s].
  bool can_judge() const { return !runs_.empty(); }

  /// @param values one per frequency [rad/s]
  /// @param range  > 0, in the unit of the values: heights are relative to it
  /// @returns spikes by ascending frequency
  ///
  std::vector<Spike> in(const VectorXd& values, double range) const;

  /// The values with those of the spike replaced by the cubic through the two points on each side.
  VectorXd bridged(const VectorXd& values, const Spike& spike) const;

 private:
  /// Cubic through four points, evaluated at one.
  struct Prediction {
    Eigen::Index at = 0;
    std::array<Eigen::Index, 4> nodes{};
    std::array<double, 4> weights{};

    double of(const VectorXd& values) const;
  };

  struct Run {
    Eigen::Index first = 0, count = 0;
    std::vector<Prediction> inside;
    std::array<Prediction, 4> around;
  };

  Prediction predict(Eigen::Index at, const std::array<Eigen::Index, 4>& nodes) const;
  Run make_run(Eigen::Index first, Eigen::Index count) const;

  VectorXd omega_;
  std::vector<Run> runs_;  ///< shortest first
};

}  // namespace raftup::hydro
