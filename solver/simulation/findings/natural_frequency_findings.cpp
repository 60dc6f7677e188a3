#include <fmt/format.h>

#include <cmath>

#include "hydro/database/coefficients.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Dofs with hydrostatic stiffness: heave, roll and pitch.
constexpr std::array<Eigen::Index, 3> kRestoredDofs{2, 3, 4};

/// A dof of a body with its hydrostatic stiffness, as an oscillator.
struct Oscillator {
  const std::string& body;
  Eigen::Index dof;
  double stiffness, mass;  ///< hydrostatic stiffness, and mass or inertia without added mass

  double omega(double added_mass) const { return std::sqrt(stiffness / (mass + added_mass)); }
};

/// Adds a finding if the natural frequency is outside the frequencies of the database. omega^2 (M +
/// A) - C changes its sign at the natural frequency, so that its sign at an end of the data shows
/// whether the natural frequency is beyond that end.
void add_finding(const Oscillator& oscillator, const hydro::Database& database,
                 Eigen::Index global_dof, Findings& findings) {
  const auto omega_at = [&](const MatrixXd& A) {
    return oscillator.omega(A(global_dof, global_dof));
  };
  const double first = database.omega[0], last = database.omega[database.omega.size() - 1];
  const double low = omega_at(database.added_mass.front());
  const double high = omega_at(database.added_mass.back());
  if (!(low < first) && !(high > last)) return;
  const double natural = low < first ? low : high;
  findings.push_back(
      {"natural_frequency", Severity::kWarning,
       fmt::format("{} of '{}' should have its natural frequency within those of the database, "
                   "{:.3g} to {:.3g} rad/s, has it at {:.3g} rad/s ({:.3g} s): added mass and "
                   "damping at resonance are extrapolated; solve the database there, too",
                   hydro::kDofNames[static_cast<std::size_t>(oscillator.dof)], oscillator.body,
                   first, last, natural, kTwoPi / natural),
       natural});
}

void add_body_findings_of(const Model& model, const HydrodynamicGroup& group,
                          const GroupBody& member, Findings& findings) {
  const RigidBody& body = model.bodies[find_body(model, member.body)];
  const hydro::Database& database = *group.database;
  const hydro::DatabaseBody& hull = database.bodies[static_cast<std::size_t>(member.database_body)];
  const Matrix6& C = hull.hydrostatic_stiffness;
  const bool floats = hull_form(hull, database.water_density * database.gravity).pierces_surface();
  const std::array<bool, 6> moving = moving_dofs(body);
  for (const Eigen::Index dof : kRestoredDofs) {
    if (dof == 2 && !floats) continue;
    const double mass = dof < 3 ? body.mass : body.inertia(dof - 3, dof - 3);
    if (!moving[static_cast<std::size_t>(dof)] || !(C(dof, dof) > 0.0) || !(mass > 0.0)) continue;
    add_finding({body.name, dof, C(dof, dof), mass}, database, kDofs * member.database_body + dof,
                findings);
  }
}

}  // namespace

void add_natural_frequency_findings(const Model& model, Findings& findings) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (group.database->added_mass.empty()) continue;
    for (const GroupBody& member : group.bodies) {
      if (group.hydrostatics_of(member) == HydrostaticsMode::kNone) continue;
      add_body_findings_of(model, group, member, findings);
    }
  }
}

}  // namespace raftup::solver
