#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/kernel/sampled_kernel.hpp"

namespace raftup::hydro {

/// Radiation damping B of many bodies whose truncated kernel is passive by construction.
///
/// At the frequencies of the file, B is symmetric and has no negative eigenvalue. It is linear
/// between them and from 0 at omega = 0; beyond the last frequency omega_n it is linear to a matrix D
/// at 1.5 omega_n and to 0 at 2 omega_n. D is the one without negative eigenvalues by which A, from
/// B by the Kramers-Kronig relation, is nearest to A of the file below .8 omega_n; it is 0 without A.
/// All values of B are averages of matrices without negative eigenvalues, which is not so for
/// splines. The kernel is
///   K(tau) = w(tau / T) (2/pi) integral of B(omega) cos(omega tau) domega,   0 <= tau <= T,
/// with Bohman's window w(x) = (1 - x) cos(pi x) + sin(pi x)/pi. Its transform is nowhere negative,
/// so that the damping of K is B averaged over frequencies with weights that are nowhere negative. A
/// wave that returns after the time t is weaker by the factor w(t / T).
///
/// The real part of the sum S is a sum of that damping at omega and at its images, omega plus
/// multiples of 2 pi / Delta; thus it has no negative eigenvalue either. Immutable.
/// @source Bohman (1961), Approximate Fourier analysis of distribution functions
class WindowedDamping final : public SampledKernel {
 public:
  /// @param database         database with radiation damping at two frequencies at least; with A
  ///         at these it needs A_inf, too
  /// @param body_interaction if false, every block that couples two different bodies is set to 0
  /// @param spacing          of the samples [s], > 0
  /// @param duration         T [s], at least some spacings
  WindowedDamping(const Database& database, bool body_interaction, double spacing, double duration);

  Eigen::Index dof_count() const override { return dof_count_; }
  double spacing() const override { return spacing_; }
  Eigen::Index sample_count() const override { return weights_.rows(); }
  RowMajorMatrix samples(Eigen::Index first, Eigen::Index count) const override;
  MatrixXcd transform(double omega) const override;

  /// Lowest eigenvalue of B of the file, with every dof divided by the square root of its largest
  /// B_ii, before negative eigenvalues were set to 0 [1], and its frequency [rad/s].
  double lowest_eigenvalue() const { return lowest_; }
  double lowest_omega() const { return lowest_omega_; }

 private:
  using Floats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void pack(const RowMajorMatrix& matrix, Eigen::Index knot);
  MatrixXd unpacked(const Eigen::RowVectorXf& upper) const;
  RowMajorMatrix beyond_the_file(const Database& database, bool body_interaction,
                                 const VectorXd& knots) const;

  Eigen::Index dof_count_;
  double spacing_;
  /// Upper triangles of B at its knots, one row each.
  Floats damping_;
  /// Weights of the knots in each sample.
  RowMajorMatrix weights_;
  double lowest_ = 0.0, lowest_omega_ = 0.0;
};

}  // namespace raftup::hydro
