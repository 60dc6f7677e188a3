#pragma once

#include <functional>
#include <vector>

#include "hydro/radiation/state_space/rational_model.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// Frequency band that scales the condition of passivity. A model H(s) is passive if Re H(i omega)
/// is positive semidefinite at every frequency [rad/s]; the memory then never supplies energy.
/// Since H(0) = 0 and H decays at infinity, the eigenvalues of Re H vanish at both ends. They are
/// therefore measured as the eigenvalues of
///   G(omega) = (1 + (low / omega)^2) (1 + (omega / high)^2) Re H(i omega),
/// which has a limit of the same sign at either end.
/// @source Boyd, El Ghaoui, Feron and Balakrishnan, Linear Matrix Inequalities in System and
///          Control Theory (1994)
struct PassivityBand {
  double low, high;  ///< first and last frequency of the data [rad/s]
};

/// Returns the factor between Re H and G at one frequency [rad/s], see PassivityBand.
double band_factor(double omega, const PassivityBand& band);

/// Returns the weights of the coefficients of a RationalModel in G at one frequency [rad/s]:
/// G(omega) = weights^T * coefficients. See PassivityBand for G.
VectorXd passivity_row(const VectorXcd& poles, double omega, const PassivityBand& band);

/// Returns the scaled real part G of a model at one frequency [rad/s], see PassivityBand.
MatrixXd passivity_matrix(const RationalModel& model, double omega, const PassivityBand& band);

/// Returns the lowest eigenvalue of a symmetric matrix.
double lowest_eigenvalue(const MatrixXd& symmetric);

/// Returns the lowest eigenvalue of G over the given frequencies [rad/s], see PassivityBand for G.
double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band);

/// Result of a scan of G of a model over many frequencies [rad/s]; see PassivityBand for G.
struct PassivityScan {
  /// Limits of G at omega = 0 and at infinity.
  MatrixXd start, end;
  /// Lowest eigenvalue of G at each frequency [rad/s] of the scan. It is a very large number where
  /// the lowest eigenvalue is above the level of the scan.
  VectorXd lowest;
  double deepest;  ///< lowest eigenvalue of G over all frequencies [rad/s] and both limits
};

/// Scans models with the same poles for violations of passivity. It contains the frequencies of the
/// scan [rad/s], which are dense over the data and around every pole and extend far beyond the
/// data, and the weights of the coefficients in both limits of G.
class PassivityScanner {
 public:
  /// @param density factor on the number of frequencies [rad/s] of the scan, which is about 2000
  ///         for density 1
  PassivityScanner(const VectorXcd& poles, const PassivityBand& band, int density = 1);

  /// Computes G of a model at all frequencies of the scan [rad/s] and in both limits.
  /// @param level eigenvalues above this level are not computed exactly
  PassivityScan look_at(const RationalModel& model, double level = 0.0) const;

  /// Finds the frequencies [rad/s] at which the lowest eigenvalue of G has a minimum below zero.
  /// Minima are refined between the frequencies of the scan.
  /// @param lowest PassivityScan::lowest of the model
  std::vector<double> violations(const RationalModel& model, const VectorXd& lowest) const;

  /// Returns the lowest eigenvalue of G in a scan and at the violations between its frequencies.
  /// @param seen       result of look_at() for the model
  /// @param violations frequencies that violations() has returned [rad/s]
  double deepest(const RationalModel& model, const PassivityScan& seen,
                 const std::vector<double>& violations) const;

  const VectorXd& start_row() const { return start_row_; }
  const VectorXd& end_row() const { return end_row_; }

 private:
  PassivityBand band_;
  VectorXd grid_, start_row_, end_row_;
};

/// Result of enforce_passivity().
struct PassivityReport {
  /// Number of rounds in which the model was changed.
  int rounds = 0;
  double lowest_before = 0.0;  ///< lowest eigenvalue of G before the change
  double lowest_after = 0.0;   ///< lowest eigenvalue of G after the change
  /// Amount that was added at the end to every eigenvalue of G at every frequency [rad/s].
  double lifted = 0.0;
  /// True if no violation of passivity was left.
  bool passive = false;
};

/// Residues at the poles -low and -high of the passive function
///   high^2 / (low + high) s / ((s + low) (s + high)),
/// whose G is the identity at every frequency.
struct LiftResidues {
  double low, high;
};
LiftResidues lift_residues(const PassivityBand& band);

/// Callback that receives the model at the beginning of each round of enforce_passivity(); rounds
/// are counted from 1.
using PassivityObserver = std::function<void(int round, const RationalModel& model)>;

/// Makes a rational model passive, so that G is positive semidefinite at every frequency [rad/s].
/// The residues are changed as little as possible, in the norm in which the fit measures its error.
/// In each round, the frequencies where the model violates passivity are added as constraints. The
/// semidefinite program is solved in its dual form by Hildreth's method, with a positive
/// semidefinite matrix as the multiplier of each frequency. Symmetry, H(0) = 0 and the poles are
/// kept. A violation that remains after the last round is removed by lifting: two real poles are
/// added that add the same multiple of the identity to G at every frequency.
/// @param model      read and overwritten
/// @param measure    norm of the fit
/// @param group      group of each dof, ascending; dofs of different groups do not couple and stay
///         uncoupled
/// @param observer   may be empty
/// @source Gustavsen and Semlyen (2001); Hildreth (1957); Boyle and Dykstra (1986) for sets such as
///          the positive semidefinite matrices
PassivityReport enforce_passivity(RationalModel& model, const FitMeasure& measure,
                                  const PassivityBand& band, const std::vector<Eigen::Index>& group,
                                  const PassivityObserver& observer = {});

}  // namespace raftup::hydro
