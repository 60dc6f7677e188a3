#pragma once

#include <vector>

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Frequencies [rad/s] between which modes are searched for: periods of .3 s to more than an hour.
inline constexpr double kLowestMode = 1e-3, kHighestMode = 20.0;  // rad/s

/// Free motions in which modes are looked for at most, so that a call takes half a minute at most.
/// Measured on one core with a database of N boxes at 60 frequencies: 60 motions take 0.16 s, 120
/// take 1.3 s and 240 take 12 s with RadiationSource::kFile, and 27 s with kMemoryData. The search
/// looks for a cancellation at every frequency.
inline constexpr Eigen::Index kMostSearchedMotions = 240;

/// Refuses to search the modes of a model with too many motions, since the time grows with their
/// cube.
/// @throws Error(kResourceExhausted) for more than kMostSearchedMotions
void require_searchable(Eigen::Index motions);

/// Searches for the frequencies at which eigenvalues of
///   Z(omega) = C - omega^2 (M + A(omega)),  both symmetrised, in the n free motions,
/// fall through zero, from kLowestMode to kHighestMode. The number of eigenvalues that are not
/// positive is counted on a geometric grid of 800 frequencies. Between two grid points one mode is
/// found by Newton's method for x^T Z(omega) x = 0, in some five steps, each of which improves the
/// shape x by an inverse iteration; several modes are separated by further counts first. The work
/// is some 1000 n^3 operations for the counts and 5 n^3 for each mode.
/// @source Ruhe (1973), Algorithms for the nonlinear eigenvalue problem, SIAM J. Numer. Anal. 10
class ModeSearch {
 public:
  /// @param matrices, water must outlive the search
  /// @throws Error(kResourceExhausted) for more free motions than kMostSearchedMotions
  ModeSearch(const LinearMatrices& matrices, const LinearWater& water);

  /// A mode, in ascending order of frequency [rad/s]; shapes are not scaled.
  struct Mode {
    double omega;    ///< rad/s
    VectorXd shape;  ///< dof axes
  };
  std::vector<Mode> run() const;

 private:
  /// One end of an interval of frequencies [rad/s].
  struct End {
    double omega;
    MatrixXd added_mass;  ///< in the free motions
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
  MatrixXd motions_;  ///< dof axes, one column each, scaled by the inverse root of its inertia
  MatrixXd mass_, restoring_;  ///< mass and restoring in these motions
};

}  // namespace raftup::solver
