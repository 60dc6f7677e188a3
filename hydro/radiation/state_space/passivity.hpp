#pragma once

#include <functional>
#include <vector>

#include "hydro/radiation/state_space/rational_model.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// The condition of a passive model: Re H(i omega) is positive semidefinite at every frequency
/// [rad/s], so that the memory never supplies energy. H(0) = 0 and the decay at infinity make the
/// plain eigenvalues vanish at both ends; they are therefore measured as those of
///   G(omega) = (1 + (low / omega)^2) (1 + (omega / high)^2) Re H(i omega),
/// which has a limit of the same sign at either end.
/// @source Boyd, El Ghaoui, Feron and Balakrishnan, Linear Matrix Inequalities in System and
///         Control Theory (1994)
struct PassivityBand {
  double low, high;  ///< rad/s: first and last frequency of the data
};

/// The factor between Re H and G at one frequency [rad/s].
double band_factor(double omega, const PassivityBand& band);

/// Row of G: G(omega) = row * coefficients.
VectorXd passivity_row(const VectorXcd& poles, double omega, const PassivityBand& band);

/// G at one frequency [rad/s].
MatrixXd passivity_matrix(const RationalModel& model, double omega, const PassivityBand& band);

double lowest_eigenvalue(const MatrixXd& symmetric);

/// Lowest eigenvalue of G over the given frequencies [rad/s].
double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band);

/// G of a model at the frequencies of a scan [rad/s] and in its limits at both ends.
struct PassivityScan {
  MatrixXd start, end;
  /// lowest eigenvalue per frequency [rad/s]; a large number if it is above a level
  VectorXd lowest;
  double deepest;  ///< the lowest of all
};

/// The frequencies of a scan for models with the same poles, with the rows of their limits: dense
/// over the data, far beyond them, and around every pole.
class PassivityScanner {
 public:
  /// @param density multiplies the number of frequencies [rad/s], some 2000 over the data and
  ///         beyond
  PassivityScanner(const VectorXcd& poles, const PassivityBand& band, int density = 1);

  /// @param level eigenvalues above it need not be found exactly
  PassivityScan look_at(const RationalModel& model, double level = 0.0) const;

  /// Frequencies [rad/s] at which the lowest eigenvalue has a minimum below zero, found between the
  /// points of a scan wherever it came below a level.
  std::vector<double> violations(const RationalModel& model, const VectorXd& lowest) const;

  /// Lowest eigenvalue in a scan and at its violations between the points.
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
  double lifted = 0.0;         ///< amount added to every eigenvalue at the end
  bool passive = false;
};

/// Residues at -low and -high of the passive function whose G is the identity at every frequency,
///   high^2 / (low + high) s / ((s + low) (s + high)).
struct LiftResidues {
  double low, high;
};
LiftResidues lift_residues(const PassivityBand& band);

/// Called with the model at the beginning of each round; rounds count from 1.
using PassivityObserver = std::function<void(int round, const RationalModel& model)>;

/// Changes the residues as little as possible, in the norm by which the fit measures its error, so
/// that G is positive semidefinite at every frequency [rad/s] where the model violated this. The
/// frequencies are collected round by round, and the semidefinite programme is solved in its dual
/// by Hildreth's method, with a positive semidefinite matrix as the multiplier of each frequency.
/// Symmetry, H(0) = 0 and the poles are kept. What remains after the last round is lifted: two real
/// poles add the passive function whose G is the same multiple of the identity at every frequency.
/// @param measure    of the fit
/// @param group      per dof, ascending: dofs of different groups do not couple and stay uncoupled
/// @param observer   may be empty
/// @source Gustavsen and Semlyen (2001); Hildreth (1957); Boyle and Dykstra (1986) for sets such as
///         the positive semidefinite matrices
PassivityReport enforce_passivity(RationalModel& model, const FitMeasure& measure,
                                  const PassivityBand& band, const std::vector<Eigen::Index>& group,
                                  const PassivityObserver& observer = {});

}  // namespace raftup::hydro
