#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/filed_radiation.hpp"
#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::hydro {

/// Radiation damping and added mass from which a radiation memory is computed. The damping B(omega)
/// [N s/m, N s, N m s] is linear between the points of a frequency grid that begins and ends with B
/// = 0. A_inf [kg, kg m, kg m2] is the added mass at infinite frequency that is consistent with
/// this B.
///
/// With `kRepaired`, the data are corrected, because data of panel methods are neither causal nor
/// passive (docs/reference/memory.md in short). B is made symmetric and its negative eigenvalues
/// are set to 0. B is continued to 0 at omega = 0, and as omega^-3 to 10 times the last frequency
/// of the file. It is resampled 8 times finer by local quintic polynomials. A_inf is the mean over
/// omega of A - A_KK, where A_KK follows from B by the Kramers-Kronig relation. Every correction is
/// reported as a finding.
///
/// With `kAsFiled`, B is used as it is in the file and falls linearly to 0 within one grid spacing
/// at each end. A_inf is that of the file, or else the mean by Ogilvie's relation. If the file has
/// both B and a kernel K, the kernel is not used, which is reported as a finding. If the file has K
/// alone, B is the cosine transform of K.
///
/// Invariant: the grid begins at 0 and is strictly increasing; B is zero at both ends and, if
/// repaired, symmetric; every number is finite. Immutable.
/// @source Cummins (1962); Ogilvie (1964) for A_inf
class RadiationCoefficients {
 public:
  /// @param body_interaction if false, every block that couples two different bodies is set to 0,
  ///         in A_inf too
  /// @throws Error(kInvalidArgument) if the database has neither B nor K, or neither A nor A_inf
  RadiationCoefficients(const Database& database, RadiationData data, bool body_interaction);

  RadiationData data() const { return data_; }
  bool body_interaction() const { return body_interaction_; }
  Eigen::Index dof_count() const { return dof_scale_.size(); }

  /// Frequencies of the grid on which the radiation damping B is sampled [rad/s], ascending from 0.
  const VectorXd& omega() const { return omega_; }

  /// Frequencies of the database file from which the radiation damping was read [rad/s], ascending.
  const VectorXd& filed_omega() const { return filed_omega_; }

  /// Radiation damping on the grid omega(): row k is the matrix B(omega[k]) [N s/m, N s, N m s],
  /// flattened row by row into (6N)^2 columns.
  const RowMajorMatrix& damping_samples() const { return damping_; }

  /// Added mass [kg, kg m, kg m2] and radiation damping [N s/m, N s, N m s] of the file, to which a
  /// memory of repaired data is fitted. Empty if the data are used as filed, or if the file lacks
  /// added mass or radiation damping.
  const std::optional<FiledRadiation>& filed() const { return filed_; }

  /// Retardation kernel K(tau) of the file [N/m, N, N m]. Empty unless the data are used as filed
  /// and the file has no radiation damping.
  const MatrixSeries& filed_kernel() const { return filed_kernel_; }

  /// Added mass at infinite frequency, 6N x 6N [kg, kg m, kg m2]; symmetric if the data are
  /// repaired. It is the mean of A less its Kramers-Kronig integral of B, weighted by the damping, or
  /// that of the file if the data are used as filed or have no A.
  const MatrixXd& infinite_added_mass() const { return infinite_added_mass_; }

  /// Scale of each dof, sqrt(max over omega of B_ii). Division by it makes dofs comparable. The
  /// scale is 0 for a dof whose radiation is only numerical noise, such as yaw of a body of
  /// revolution; a radiation memory excludes such a dof.
  const VectorXd& dof_scale() const { return dof_scale_; }

  /// 1 / dof_scale() of each dof; 0 for a dof whose scale is 0.
  VectorXd inverse_dof_scale() const;

  /// Radiation damping B(omega) [N s/m, N s, N m s], 6N x 6N, by linear interpolation between the
  /// samples; 0 beyond the grid.
  MatrixXd radiation_damping(double omega) const;

  /// Added mass by the Kramers-Kronig relation,
  ///   A(omega) = A_inf + (2/pi) PV integral of B(y) / (y^2 - omega^2) dy,
  /// where PV is the principal value. The integral is exact for the piecewise linear B.
  /// @param omega [rad/s], > 0
  /// @returns 6N x 6N [kg, kg m, kg m2]
  /// @source Kotik and Mangulis, On the Kramers-Kronig relations for ship motions (1962)
  MatrixXd added_mass(double omega) const;

  /// Radiation damping B [N s/m, N s, N m s] at many frequencies [rad/s]: row k is the matrix
  /// B(omega[k]) flattened row by row.
  RowMajorMatrix radiation_damping_rows(const VectorXd& omega) const;
  /// Added mass A [kg, kg m, kg m2] at many frequencies [rad/s]: row k is the matrix A(omega[k])
  /// flattened row by row.
  RowMajorMatrix added_mass_rows(const VectorXd& omega) const;

  /// Amount by which added mass A and damping B of the file contradict each other [1]. It is the
  /// largest difference between A of the file and A computed from B, over all pairs of dofs and all
  /// frequencies, relative to sqrt(max|A_ii| max|A_jj|) of the file. It is 0 if the file has no
  /// A(omega).
  double data_residual() const { return data_residual_; }

  const Findings& findings() const { return findings_; }

 private:
  void read_filed_damping(const Database& database);
  void close_grid();
  void symmetrize_and_clip();
  void refine();
  void extend_tail();
  void find_dof_scale();
  RowMajorMatrix dispersion_rows(const VectorXd& omega) const;
  MatrixXd find_infinite_added_mass(const Database& database, const RowMajorMatrix& from_damping);
  void find_data_residual(const Database& database, const RowMajorMatrix& from_damping,
                          const MatrixXd& mean_difference);

  RadiationData data_;
  bool body_interaction_;
  VectorXd filed_omega_;
  VectorXd omega_;
  RowMajorMatrix damping_;
  std::optional<FiledRadiation> filed_;
  MatrixSeries filed_kernel_;
  MatrixXd infinite_added_mass_;
  VectorXd dof_scale_;
  double data_residual_ = 0.0;
  Findings findings_;
};

/// Flattens each matrix row by row and returns one row per matrix.
RowMajorMatrix flattened(const std::vector<MatrixXd>& matrices);

/// Returns the matrix with every element set to 0 that lies outside the diagonal 6 x 6 blocks, so
/// that no coupling between two bodies remains.
MatrixXd diagonal_blocks(MatrixXd matrix);

}  // namespace raftup::hydro
