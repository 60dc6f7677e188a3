#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A run of neighboring frequencies [rad/s] whose values deviate from an otherwise smooth curve.
struct Spike {
  Eigen::Index first = 0;  ///< index of the lowest frequency [rad/s] of the run
  Eigen::Index count = 1;  ///< number of frequencies [rad/s] of the run
  /// Largest distance of a value from the smooth curve, relative to the range of the curve [1].
  double height = 0.0;
};

/// Returns one element of a series of matrices as a curve over their frequencies [rad/s]; empty if
/// there are no matrices.
VectorXd entry_over_frequency(const std::vector<MatrixXd>& matrices, Eigen::Index row,
                              Eigen::Index column);

/// Returns the range of a curve, to which heights of spikes are relative: the difference of its
/// highest and lowest value, but at least a tenth of its largest magnitude, so that the noise of a
/// nearly constant curve is no spike. The unit is that of the curve.
double curve_range(const VectorXd& curve);

/// Searches for spikes in curves over one grid of frequencies [rad/s]. Spikes come from irregular
/// frequencies of the panel method and from typing errors. A run of one to three frequencies is a
/// spike if
///  - it deviates from the cubic through the two points on each side of it by more than
///    kLeastHeight of the range, and its first and last point deviate by at least a quarter of
///    that, and
///  - the two points on each side of it deviate at least five times less from cubics of their own
///    through points outside the run. Beside a resonance that the frequencies resolve, the curve is
///    not so smooth.
/// The shortest runs are considered first, and runs do not overlap. The first and the last four
/// frequencies are not judged, because the curve beyond them is not known. Immutable.
class SpikeSearch {
 public:
  /// Least height of a spike, relative to the range of its curve [1]. Chosen, not swept.
  static constexpr double kLeastHeight = 2e-2;

  /// @param omega frequencies [rad/s], strictly ascending; fewer than nine frequencies cannot have
  ///         spikes
  explicit SpikeSearch(const VectorXd& omega);

  /// Returns true if there are enough frequencies [rad/s] to judge at least one of them.
  bool can_judge() const { return !runs_.empty(); }

  /// Finds the spikes of a curve.
  /// @param values one value per frequency [rad/s]
  /// @param range  range of the curve, > 0, in the unit of the values; see curve_range()
  /// @returns spikes by ascending frequency
  std::vector<Spike> in(const VectorXd& values, double range) const;

  /// Returns the values of a curve in which the values of a spike are replaced by the cubic through
  /// the two points on each side of it.
  VectorXd bridged(const VectorXd& values, const Spike& spike) const;

 private:
  /// A cubic through four points of the curve, evaluated at another point.
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
  std::vector<Run> runs_;  ///< the runs that can be judged, shortest first
};

}  // namespace raftup::hydro
