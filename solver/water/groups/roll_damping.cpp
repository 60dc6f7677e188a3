#include "solver/model/water/roll_damping.hpp"

#include <cmath>

#include "hydro/numerics/quadrature.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/water/groups/constant_matrices.hpp"

namespace raftup::solver {

namespace {

constexpr int kRounds = 100;

}  // namespace

double roll_inertia(const Model& model, const HydrodynamicGroup& group, const GroupBody& member) {
  const hydro::Database& database = *group.database;
  const Eigen::Index roll = kDofs * member.database_body + 3;
  double own = model.bodies[find_body(model, member.body)].inertia(0, 0);
  if (const auto constants = constant_matrices(model, group)) {
    own += constants->added_mass(roll, roll);
  }
  const double restoring =
      database.bodies[static_cast<std::size_t>(member.database_body)].hydrostatic_stiffness(3, 3);
  const double infinite =
      database.added_mass_infinite ? (*database.added_mass_infinite)(roll, roll) : 0.0;
  if (database.added_mass.empty() || restoring <= 0.0) return own + infinite;
  const auto added_mass = [&](double omega) {
    const Eigen::Index last = database.omega.size() - 1;
    if (omega <= database.omega[0]) return database.added_mass[0](roll, roll);
    if (omega >= database.omega[last]) {
      return database.added_mass[static_cast<std::size_t>(last)](roll, roll);
    }
    const VectorXd weights = linear_weights(database.omega, omega);
    double value = 0.0;
    for (Eigen::Index i = 0; i <= last; ++i) {
      value += weights[i] * database.added_mass[static_cast<std::size_t>(i)](roll, roll);
    }
    return value;
  };
  double omega = std::sqrt(restoring / (own + added_mass(database.omega[0])));
  for (int round = 0; round < kRounds; ++round) {
    const double next = std::sqrt(restoring / (own + added_mass(omega)));
    if (next == omega) break;
    omega = 0.5 * (omega + next);
  }
  return own + added_mass(omega);
}

DampingCoefficients damping_coefficients(const Model& model, const HydrodynamicGroup& group,
                                         const GroupBody& member) {
  DampingCoefficients damping{member.linear_damping, member.quadratic_damping, 0.0};
  if (!member.roll_damping) return damping;
  const double inertia = roll_inertia(model, group, member);
  damping.linear(3, 3) += inertia * member.roll_damping->linear;
  damping.quadratic(3, 3) += inertia * member.roll_damping->quadratic;
  damping.cubic_roll = inertia * member.roll_damping->cubic;
  return damping;
}

}  // namespace raftup::solver
