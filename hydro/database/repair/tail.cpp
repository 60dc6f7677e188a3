#include <fmt/format.h>

#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/coefficients.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/repair/repair.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Returns A_inf - sum_j W_kj B(omega_j), which is A at the frequency k of the grid of B.
MatrixXd added_mass_at(const MatrixXd& infinite, const MatrixXd& weights,
                       const std::vector<MatrixXd>& damping, Index k) {
  MatrixXd added_mass = infinite;
  for (std::size_t j = 0; j < damping.size(); ++j) {
    added_mass -= weights(k, static_cast<Index>(j)) * damping[j];
  }
  return added_mass;
}

/// Extends the forces: wave forces decay with the damping, in accordance with Haskind's relation;
/// drift forces keep their last value.
class Extension : public CoefficientVisitor {
 public:
  explicit Extension(const DampingTail& tail) : tail_(tail) {}

  void forces(const Coefficient& /*about*/, std::vector<MatrixXcd>& values) const {
    extend(values, tail_.fall.cwiseInverse());
  }
  void forces(const Coefficient& /*about*/, std::vector<MatrixXd>& values) const {
    extend(values, VectorXd::Ones(tail_.omega.size()));
  }

 private:
  /// Appends the last column of each matrix, multiplied by each of `factors`.
  template <typename Matrix>
  static void extend(std::vector<Matrix>& values, const VectorXd& factors) {
    for (Matrix& force : values) {
      const Index filed = force.cols();
      Matrix extended(force.rows(), filed + factors.size());
      extended << force, force.col(filed - 1) * factors.transpose();
      force = std::move(extended);
    }
  }

  const DampingTail& tail_;
};

void extend_damping(Database& database, const DampingTail& tail) {
  const MatrixXd last = database.radiation_damping.back();
  for (const double fall : tail.fall) database.radiation_damping.emplace_back(last / fall);
  VectorXd omega(database.omega.size() + tail.omega.size());
  omega << database.omega, tail.omega;
  database.omega = omega;
}

void note_tail(Database& database, double end) {
  const VectorXd largest = largest_damping(database);
  const MatrixXd& last = database.radiation_damping.back();
  WorstEntry share;
  for (const Index dof : radiating_dofs(database)) {
    if (last(dof, dof) > share.value * largest[dof]) {
      share = {last(dof, dof) / largest[dof], dof, dof};
    }
  }
  note_repair(
      database, "radiation_damping_extended",
      fmt::format("radiation damping continued as omega^-3 beyond {:.4g} rad/s, where it "
                  "was up to {:.3g} % of its peak, in {}; added mass there follows from it, "
                  "the excitation falls as omega^-3 and mean drift stays",
                  end, 100.0 * share.value, dof_name(database, share.row)),
      share.value);
}

}  // namespace

void extend_tail(Database& database, bool fit_infinite) {
  require(!database.radiation_damping.empty() && !database.added_mass.empty(),
          "extend_tail needs added mass and radiation damping over frequency, which the database "
          "has not");
  require(database.field.empty(),
          "extend_tail must be left out for a database with field points: the waves there are not "
          "known beyond its frequencies");
  require(
      database.excitation_at_speed.empty(),
      "extend_tail must be left out for a database with excitation at speed, which is not known "
      "beyond its frequencies");
  require(database.sections.empty(),
          "extend_tail must be left out for a database with sections: the forces on the parts of "
          "its hulls are not known beyond its frequencies");
  const Index filed = database.omega.size();
  const double end = database.omega[filed - 1];
  note_tail(database, end);
  const DampingTail tail = damping_tail(end);
  extend_damping(database, tail);
  if (fit_infinite) fit_infinite_added_mass(database);
  const MatrixXd infinite = infinite_added_mass(database);
  const MatrixXd weights = kramers_kronig_weights(database.omega);
  for (Index k = filed; k < database.omega.size(); ++k) {
    database.added_mass.push_back(added_mass_at(infinite, weights, database.radiation_damping, k));
  }
  visit_coefficients(database, Extension(tail));
}

}  // namespace raftup::hydro
