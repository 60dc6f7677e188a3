#include "solver/model_findings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/forward_speed.hpp"
#include "solver/joints/redundant_joints.hpp"
#include "solver/masses/added_mass_assembly.hpp"
#include "solver/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

constexpr double kNotableDifference = 1e-3;  // relative: 9.80665 and 9.81 are the same gravity

void compare(const std::string& group, const std::string& what, double model, double database,
             Findings& findings) {
  // an infinite depth is near no other
  const bool same =
      model == database ||
      (std::isfinite(database) && std::abs(model - database) <= kNotableDifference * database);
  if (same) return;
  findings.push_back({"environment_differs", Severity::kWarning,
                      fmt::format("{} must be that of the database of '{}', {}, got {}; the "
                                  "database's coefficients are used as they are",
                                  what, group, database, model),
                      model - database});
}

void compare_environment(const Model& model, const HydrodynamicGroup& group, Findings& findings) {
  const hydro::Database& database = *group.database;
  compare(group.name, "environment.gravity", model.gravity, database.gravity, findings);
  compare(group.name, "environment.water_density", model.water_density, database.water_density,
          findings);
  compare(group.name, "environment.water_depth", model.water_depth, database.water_depth, findings);
}

/// A moment of inertia is at most the sum of the other two: I_1 + I_2 - I_3 is twice the integral
/// of a square. Of a body that does not turn freely it may be any number that is never used.
void add_inertia_findings(const Model& model, Findings& findings) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const std::array<bool, 6> moving = moving_dofs(model.bodies[i]);
    if (!(moving[3] && moving[4] && moving[5])) continue;
    const Vector3 moments = principal_values(model.bodies[i].inertia);
    const double excess = moments[2] / (moments[0] + moments[1]) - 1.0;
    if (excess <= kNotableDifference) continue;
    findings.push_back(
        {"inertia_impossible", Severity::kWarning,
         fmt::format("principal moments of bodies[{}].inertia must each be at most the sum of the "
                     "other two, as of every distribution of mass, got {}, {} and {}; used as they "
                     "are",
                     i, moments[0], moments[1], moments[2]),
         excess});
  }
}

}  // namespace

Findings find_notable(const Model& model) {
  Findings findings;
  add_inertia_findings(model, findings);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    compare_environment(model, group, findings);
    const std::optional<MatrixXd> A = filed_added_mass(group);
    if (!A) continue;
    const std::vector<std::size_t> bodies = bodies_of(model, group);
    std::vector<std::string> names;
    for (const std::size_t body : bodies) names.push_back(model.bodies[body].name);
    const Asymmetry found = measure_asymmetry(*A, diagonal_mass(model, bodies));
    if (auto finding = asymmetry_finding(group.name, found, names)) findings.push_back(*finding);
  }
  add_forward_speed_findings(model, findings);
  if (const auto redundant = find_redundant_joints(model)) {
    findings.push_back(
        {"joints_redundant", Severity::kWarning,
         fmt::format("joints should hold each dof once, got {} that others hold, too, of '{}'; how "
                     "such joints share a force is one of many ways",
                     redundant->rows, fmt::join(redundant->joints, "', '")),
         static_cast<double>(redundant->rows)});
  }
  return findings;
}

}  // namespace raftup::solver
