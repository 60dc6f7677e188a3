#include <fmt/format.h>

#include <utility>

#include "hydro/database/checks/measures.hpp"
#include "hydro/database/infinite_added_mass.hpp"
#include "hydro/database/repair/damping_tail.hpp"
#include "hydro/database/repair/steps.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// A_inf - sum_j W_kj B(omega_j), A at frequency k of the grid of B.
MatrixXd added_mass_at(const MatrixXd& infinite, const MatrixXd& weights,
                       const std::vector<MatrixXd>& damping, Index k) {
  MatrixXd added_mass = infinite;
  for (std::size_t j = 0; j < damping.size(); ++j) {
    added_mass -= weights(k, static_cast<Index>(j)) * damping[j];
  }
  return added_mass;
}

void extend_function(TransferFunction& function, const DampingTail& tail) {
  for (MatrixXcd& values : function.values) {
    const Index filed = values.cols();
    MatrixXcd extended(values.rows(), filed + tail.omega.size());
    extended << values, values.col(filed - 1) * tail.fall.cwiseInverse().transpose();
    values = std::move(extended);
  }
}

void extend_drift(std::vector<MatrixXd>& drift, const DampingTail& tail) {
  for (MatrixXd& values : drift) {
    const Index filed = values.cols();
    MatrixXd extended(values.rows(), filed + tail.omega.size());
    extended << values, values.col(filed - 1).replicate(1, tail.omega.size());
    values = std::move(extended);
  }
}

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
  extend_function(database.excitation, tail);
  extend_function(database.froude_krylov, tail);
  extend_function(database.diffraction, tail);
  extend_drift(database.mean_drift_force, tail);
}

}  // namespace raftup::hydro
