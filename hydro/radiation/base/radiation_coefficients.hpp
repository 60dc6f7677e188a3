#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/filed_radiation.hpp"
#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::hydro {

/// Radiation damping and added mass from which a memory is made: B(omega) [N s/m, N s, N m s],
/// linear between the points of a grid that begins and ends with B = 0, and the A_inf [kg, kg m, kg
/// m2] that belongs to it.
///
/// `kRepaired` (panel data are neither causal nor passive: docs/reference/memory.md in short):
/// symmetrised, eigenvalues of B clipped at 0, B carried to 0 at omega = 0 and as omega^-3 to 10
/// omega_end, resampled by local quintics 8 times finer, A_inf = mean over omega of A - A_KK. Every
/// change is a finding. `kAsFiled`: B as it stands, closed by one grid spacing at each end; A_inf
/// of the file, else by Ogilvie's mean; a kernel of the file beside B is not used, which is a
/// finding. A file that has K alone gives B by the transform of K.
///
/// Invariant: grid from 0, strictly increasing; B zero at both ends; symmetric where repaired;
/// every number finite. Immutable.
/// @source Cummins (1962); Ogilvie (1964) for A_inf
class RadiationCoefficients {
 public:
  /// @param body_interaction false drops every block between two bodies, in A_inf too
  /// @throws Error(kInvalidArgument) where the database has neither B nor K, or neither A nor A_inf
  RadiationCoefficients(const Database& database, RadiationData data, bool body_interaction);

  RadiationData data() const { return data_; }
  bool body_interaction() const { return body_interaction_; }
  Eigen::Index dof_count() const { return dof_scale_.size(); }

  /// Grid of B [rad/s].
  const VectorXd& omega() const { return omega_; }

  /// The frequencies of the file from which B was taken [rad/s].
  const VectorXd& filed_omega() const { return filed_omega_; }

  /// B on the grid: row k is B(omega[k]) flattened row by row, (6N)^2 columns [N s/m ...].
  const RowMajorMatrix& damping_samples() const { return damping_; }

  /// A and B of the file, to which a fit of repaired data is made; nothing for data as filed, or if
  /// the file lacks one of them.
  const std::optional<FiledRadiation>& filed() const { return filed_; }

  /// K(tau) of the file [N/m, N, N m]; empty unless data are used as filed and the file has no B.
  const MatrixSeries& filed_kernel() const { return filed_kernel_; }

  /// A_inf, 6N x 6N [kg, kg m, kg m2]; symmetric where repaired.
  const MatrixXd& infinite_added_mass() const { return infinite_added_mass_; }

  /// sqrt(max over omega of B_ii) of each dof, a scale that makes dofs comparable; 0 for a dof
  /// whose radiation is only noise (yaw of a body of revolution), which no memory includes.
  const VectorXd& dof_scale() const { return dof_scale_; }

  /// 1 / dof_scale, 0 for a quiet dof.
  VectorXd inverse_dof_scale() const;

  /// B(omega), linear between the samples; 0 beyond the grid.
  MatrixXd radiation_damping(double omega) const;

  /// A(omega) = A_inf + (2/pi) PV integral of B(y) / (y^2 - omega^2) dy, exact for the samples.
  /// @param omega [rad/s], > 0
  /// @source Kotik and Mangulis, On the Kramers-Kronig relations for ship motions (1962)
  MatrixXd added_mass(double omega) const;

  /// B(omega) at many frequencies [rad/s]: row k is the matrix at omega[k] flattened row by row.
  RowMajorMatrix radiation_damping_rows(const VectorXd& omega) const;
  RowMajorMatrix added_mass_rows(const VectorXd& omega) const;

  /// Largest |A_file - A| over pairs and frequencies, relative to sqrt(max|A_ii| max|A_jj|) of the
  /// file [1]: the amount by which A and B of the file contradict each other. 0 if the file has no
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
  void find_infinite_added_mass(const Database& database, const RowMajorMatrix& from_damping);
  void find_data_residual(const Database& database, const RowMajorMatrix& from_damping);

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

/// One row per matrix, flattened row by row.
RowMajorMatrix flattened(const std::vector<MatrixXd>& matrices);

/// The diagonal 6 x 6 blocks of a matrix, without the blocks that couple two bodies.
MatrixXd diagonal_blocks(MatrixXd matrix);

}  // namespace raftup::hydro
