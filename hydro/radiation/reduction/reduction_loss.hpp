#pragma once

#include <vector>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// The response to which modes are refined, in scaled dofs, with the scales of its errors.
struct ReductionTarget {
  /// Response H of the accurate model.
  FrequencyResponse response;
  /// Largest |A_ii| over the frequencies of the file [rad/s], per scaled dof.
  VectorXd added_mass_scale;
  /// Frequency band [rad/s] of the condition of passivity.
  PassivityBand band;
  double error = 0.0;  ///< relative error of A and B that the refinement aims at [1]
};

/// Loss function for the refinement of modes: it measures how far
///   H(s) = sum over modes of [p / (s - p) + high / (s + high)] c c^T + its conjugate
/// is from a target and from passivity, as a smooth function of the poles p and vectors c of the
/// modes. The common pole is -high, with high from the PassivityBand of the target.
///   loss = sum (e^2 / 20 + e^4) + 30 sum min(lambda - 3e-4, 0)^2 / error^2.
/// Here e are the errors of every element of B and A, divided by the error that is aimed at, at the
/// frequencies of the target, times (last / omega)^(1/2), since long waves move bodies more. lambda
/// are the eigenvalues of G (see PassivityBand) at the frequencies of the target, at the watched
/// frequencies and in both limits.
class ReductionLoss {
 public:
  explicit ReductionLoss(const ReductionTarget& target);

  /// Adds frequencies [rad/s] at which the loss measures the violation of passivity too.
  void watch(const std::vector<double>& omega);

  /// Computes the loss and its gradient.
  /// @param x variables of the modes, see variables()
  double operator()(const VectorXd& x, VectorXd& gradient) const;

  /// Returns the variables of the loss. They are log(-Re p - narrowest) of every mode, then Im p of
  /// every mode, then Re c, then Im c.
  VectorXd variables(const RankOneModes& modes) const;
  /// Returns the modes whose variables are x.
  RankOneModes modes(const VectorXd& x) const;

  /// Returns a unit for each variable, such that changes by one unit have similar effects on the
  /// loss. The curvature of a variable depends on the resonance of its mode, of half width -Re p.
  /// The unit uses the fourth root of the curvature, a compromise between equal changes and equal
  /// effects, with which the minimization was fastest.
  VectorXd units(const RankOneModes& modes) const;

 private:
  struct Basis;
  /// One row of the table of H that the loss uses: the real part of H at a frequency [rad/s] or in
  /// a limit, or the imaginary part of H divided by omega.
  struct Row {
    double omega;
    bool imaginary;
  };

  Basis basis(const VectorXcd& poles) const;
  double errors(const RowMajorMatrix& H, RowMajorMatrix& slope) const;
  double violation(const RowMajorMatrix& H, Eigen::Index row, RowMajorMatrix& slope) const;
  VectorXd gradient_of(const RankOneModes& modes, const Basis& basis, const RowMajorMatrix& table,
                       const RowMajorMatrix& slope) const;

  PassivityBand band_;
  double error_, narrowest_;
  Eigen::Index size_, fitted_;  ///< number of dofs; number of frequencies of the target
  RowMajorMatrix damping_, added_mass_;
  Eigen::RowVectorXd added_mass_weight_;
  /// Imaginary rows of the target, then its real rows, limits, watched rows.
  std::vector<Row> rows_;
};

}  // namespace raftup::hydro
