#pragma once

#include <vector>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// What modes are refined to: the response in scaled dofs and what its errors are measured by.
struct ReductionTarget {
  FrequencyResponse response;
  VectorXd added_mass_scale;  ///< per dof, largest |A_ii| over the file's frequencies, scaled
  PassivityBand band;
  double error = 0.0;  ///< of A and B that is aimed at
};

/// The modes with the common pole -band.high that closes them at infinity,
///   H(s) = sum over modes of [p / (s - p) + high / (s + high)] c c^T + its conjugate:
/// how far H is from a target, and how far from passive, as a smooth function of poles and vectors.
///   loss = sum (e^2 / 20 + e^4) + kPassivity sum min(lambda - kMargin, 0)^2 / error^2,
/// e = errors of every entry of B and A over the aimed one, at the frequencies of the target, times
/// (last / omega)^(1/2), as long waves move bodies more;
/// lambda = eigenvalues of G (see PassivityBand) there, at the frequencies that are watched and in
/// both limits.
class ReductionLoss {
 public:
  explicit ReductionLoss(const ReductionTarget& target);

  /// Asks for passivity at these frequencies too [rad/s].
  void watch(const std::vector<double>& omega);

  double operator()(const VectorXd& x, VectorXd& gradient) const;

  /// Variables: per mode log(-Re p - narrowest), Im p, then Re c, then Im c.
  VectorXd variables(const RankOneModes& modes) const;
  RankOneModes modes(const VectorXd& x) const;

  /// Changes of the variables that are alike in effect. A variable's curvature goes with its mode's
  /// resonance, of half width -Re p; its fourth root, between equal changes and equal effects, goes
  /// downhill fastest.
  VectorXd units(const RankOneModes& modes) const;

 private:
  struct Basis;
  /// A row of the loss: real part of H at a frequency, or in a limit, or its imaginary part over
  /// omega.
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
  Eigen::Index size_, fitted_;  ///< dofs, frequencies of the target
  RowMajorMatrix damping_, added_mass_;
  Eigen::RowVectorXd added_mass_weight_;
  std::vector<Row> rows_;  ///< imaginary rows of the target, its real rows, limits, watched rows
};

}  // namespace raftup::hydro
