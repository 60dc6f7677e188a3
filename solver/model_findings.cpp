#include "solver/model_findings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solver/forward_speed.hpp"
#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/joints/redundant_joints.hpp"

namespace raftup::solver {

namespace {

constexpr double kNotableDifference = 1e-3;  // relative: 9.80665 and 9.81 are the same gravity

void compare(const std::string& group, const std::string& what, double model, double database,
             hydro::Findings& findings) {
  // an infinite depth is near no other
  const bool same =
      model == database ||
      (std::isfinite(database) && std::abs(model - database) <= kNotableDifference * database);
  if (same) return;
  findings.push_back({"environment_differs", hydro::Severity::kWarning,
                      fmt::format("{} must be that of the database of '{}', {}, got {}; the "
                                  "database's coefficients are used as they are",
                                  what, group, database, model),
                      model - database});
}

void compare_environment(const Model& model, const HydrodynamicGroup& group,
                         hydro::Findings& findings) {
  const hydro::Database& database = *group.database;
  compare(group.name, "environment.gravity", model.gravity, database.gravity, findings);
  compare(group.name, "environment.water_density", model.water_density, database.water_density,
          findings);
  compare(group.name, "environment.water_depth", model.water_depth, database.water_depth, findings);
}

}  // namespace

hydro::Findings find_notable(const Model& model) {
  hydro::Findings findings;
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
        {"joints_redundant", hydro::Severity::kWarning,
         fmt::format("joints should hold each dof once, got {} that others hold, too, of '{}'; how "
                     "such joints share a force is one of many ways",
                     redundant->rows, fmt::join(redundant->joints, "', '")),
         static_cast<double>(redundant->rows)});
  }
  return findings;
}

}  // namespace raftup::solver
