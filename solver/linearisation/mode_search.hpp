#pragma once

#include <vector>

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Range of frequencies [rad/s] in which modes are searched for: periods of .3 s to more than an
/// hour.
inline constexpr double kLowestMode = 1e-3, kHighestMode = 20.0;  // rad/s

/// Largest number of free motions for which modes are searched, so that a call takes half a minute
/// at most. Measured on one core with a database of N boxes at 60 frequencies: 60 motions take 0.16
/// s, 120 take 1.3 s and 240 take 12 s with RadiationSource::kFile, and 27 s with kMemoryData. The
/// search can be canceled at every frequency.
inline constexpr Eigen::Index kMostSearchedMotions = 240;

/// Rejects the search for modes of a model with too many motions, since the time grows with the
/// cube of their number.
/// @throws Error(kResourceExhausted) for more than kMostSearchedMotions
void require_searchable(Eigen::Index motions);

/// Searches for the frequencies at which eigenvalues of
///   Z(omega) = C - omega^2 (M + A(omega)),  both symmetrized, in the n free motions,
/// fall through zero, from kLowestMode to kHighestMode. The number of eigenvalues that are not
/// positive is counted on a geometric grid of 800 frequencies. A single mode between two grid
/// points is found by Newton's method for x^T Z(omega) x = 0, in some five steps, each of which
/// improves the shape x by an inverse iteration. Several modes are separated by further counts
/// first. The work is some 1000 n^3 operations for the counts and 5 n^3 for each mode.
/// @source Ruhe (1973), Algorithms for the nonlinear eigenvalue problem, SIAM J. Numer. Anal. 10
class ModeSearch {
 public:
  /// @param matrices, water must outlive this object
  /// @throws Error(kResourceExhausted) for more free motions than kMostSearchedMotions
  ModeSearch(const LinearMatrices& matrices, const LinearWater& water);

  /// A mode that was found, with a shape of arbitrary scale.
  struct Mode {
    double omega;    ///< frequency of the mode [rad/s]
    VectorXd shape;  ///< shape of the mode, dof axes
  };
  std::vector<Mode> run() const;

 private:
  /// One end of an interval of frequencies [rad/s].
  struct End {
    double omega;
    MatrixXd added_mass;  ///< A in the free motions
    Eigen::Index fallen;  ///< number of eigenvalues of Z that are not positive
  };

  MatrixXd in_motions(const MatrixXd& matrix) const;
  MatrixXd added_mass(double omega) const {
    return in_motions(water_.added_mass(VectorXd::Constant(1, omega)).front());
  }
  MatrixXd impedance(double omega, const MatrixXd& added_mass) const;
  End end_at(double omega, MatrixXd added_mass) const;
  void find_between(const End& low, const End& high, std::vector<Mode>& modes) const;
  bool find_one(const End& low, const End& high, std::vector<Mode>& modes) const;
  void append_modes(const End& low, const End& high, std::vector<Mode>& modes) const;

  const LinearWater& water_;
  /// Free motions as columns, dof axes, scaled by the inverse root of their inertia.
  MatrixXd motions_;
  MatrixXd mass_, restoring_;  ///< in these motions
};

}  // namespace raftup::solver
