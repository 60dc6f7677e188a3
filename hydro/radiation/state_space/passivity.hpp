#pragma once

#include <functional>
#include <vector>

#include "hydro/radiation/state_space/rational_model.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// What a passive model must hold to: Re H(i omega) positive semidefinite at every frequency, so
/// that the memory never gives energy. H(0) = 0 and the fall at infinity make the plain eigenvalues
/// vanish at both ends; they are measured as those of
///   G(omega) = (1 + (low / omega)^2) (1 + (omega / high)^2) Re H(i omega),
/// which has a limit at either end with the same sign.
/// @source Boyd, El Ghaoui, Feron and Balakrishnan, Linear Matrix Inequalities in System and
///         Control Theory (1994)
struct PassivityBand {
  double low, high;  ///< rad/s: first and last frequency of the data
};

/// What G is of Re H at one frequency [rad/s].
double band_factor(double omega, const PassivityBand& band);

/// Row of G: G(omega) = row * coefficients.
VectorXd passivity_row(const VectorXcd& poles, double omega, const PassivityBand& band);

/// G at one frequency.
MatrixXd passivity_matrix(const RationalModel& model, double omega, const PassivityBand& band);

double lowest_eigenvalue(const MatrixXd& symmetric);

/// Lowest eigenvalue of G over the given frequencies.
double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band);

/// G of a model at the frequencies of a scan and in its limits at both ends.
struct PassivityScan {
  MatrixXd start, end;
  VectorXd lowest;  ///< lowest eigenvalue per frequency; a large number where it is above a level
  double deepest;   ///< of all
};

/// Where models of the same poles are scanned, and the rows of their limits: dense over the data,
/// far beyond them, and around every pole.
class PassivityScanner {
 public:
  /// @param density of its frequencies, in multiples of some 2000 over the data and beyond
  PassivityScanner(const VectorXcd& poles, const PassivityBand& band, int density = 1);

  /// @param level of eigenvalues that are worth knowing
  PassivityScan look_at(const RationalModel& model, double level = 0.0) const;

  /// Frequencies at which the lowest eigenvalue is least and below zero, found between the points
  /// wherever a scan came below a level.
  std::vector<double> violations(const RationalModel& model, const VectorXd& lowest) const;

  /// Lowest eigenvalue of all that the scan saw and at its violations between the points.
  double deepest(const RationalModel& model, const PassivityScan& seen,
                 const std::vector<double>& violations) const;

  const VectorXd& start_row() const { return start_row_; }
  const VectorXd& end_row() const { return end_row_; }

 private:
  PassivityBand band_;
  VectorXd grid_, start_row_, end_row_;
};

struct PassivityReport {
  int rounds = 0;
  double lowest_before = 0.0;  ///< lowest eigenvalue of G before
  double lowest_after = 0.0;   ///< and after
  double lifted = 0.0;         ///< what was added to every eigenvalue at the end
  bool passive = false;
};

/// Residues at -low and -high of the passive function whose G is the identity at every frequency,
///   high^2 / (low + high) s / ((s + low) (s + high)).
struct LiftResidues {
  double low, high;
};
LiftResidues lift_residues(const PassivityBand& band);

/// Told of the model that a round begins with; rounds from 1.
using PassivityObserver = std::function<void(int round, const RationalModel& model)>;

/// Changes the residues as little as possible, measured as the fit measures its error, so that G is
/// positive semidefinite at every frequency where the model violated it; these frequencies are
/// gathered round by round and the semidefinite programme is solved in its dual by Hildreth's
/// method, with a positive semidefinite matrix for the multiplier of a frequency. Symmetry, H(0) =
/// 0 and the poles stay. What is left after the last round is lifted: two real poles add the
/// passive function whose G is the same multiple of the identity at every frequency.
/// @param measure    of the fit
/// @param group      per dof, ascending: dofs of different groups do not couple and stay uncoupled
/// @param observer   may be empty
/// @source Gustavsen and Semlyen (2001); Hildreth (1957); Boyle and Dykstra (1986) for sets such as
///         the positive semidefinite matrices
PassivityReport enforce_passivity(RationalModel& model, const FitMeasure& measure,
                                  const PassivityBand& band, const std::vector<Eigen::Index>& group,
                                  const PassivityObserver& observer = {});

}  // namespace raftup::hydro
